"""The full-screen app: the only place that imports textual."""

import os

# Textual shows a key at its next frame: frames this short are not felt. Animations would fill them all.
os.environ.setdefault("TEXTUAL_FPS", "250")  # it reads these when it is imported
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
