"""The one reader: from the files of a course, a pack or a lesson to frozen data, with errors for people."""
