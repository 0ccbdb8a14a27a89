"""Tell what the terminal that is really there can show: colours, characters, a window. No lesson, and no toolkit."""
