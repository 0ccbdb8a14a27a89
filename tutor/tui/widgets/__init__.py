"""Small pieces that show something and post messages. None of them decides anything."""
