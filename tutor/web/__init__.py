"""The app in a browser: links that let one learner in each, and a process of the app behind every open page."""
