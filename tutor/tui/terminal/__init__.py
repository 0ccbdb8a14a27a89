"""The line between the app and its terminal: what stands there, what is sent, what is on its way, and keys."""
