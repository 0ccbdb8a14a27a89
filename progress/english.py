"""The English words of sentences, kept only until tests/tutor/test_keeping.py no longer compares them."""

SENTENCES = {
    # What the doctor finds.
    "absent": "{folder} does not exist yet; it is made with the first thing you do.",
    "not-a-file": "{file} is a folder; mending moves it to damaged/.",
    "dangling": "{file} is a link to {target}, which is not there. Bring that back, or remove the link.",
    "not-plain": "{file} is not a plain file, and nothing was read from it. Move it away, or use --home.",
    "too-open": "Others may look into {file}; mending sets its mode to {mode}.",
    "draft": "{name} is left from a rewrite that was interrupted; mending removes it.",
    "not-allowed": "You may not write in {folder}. Change its permissions or use --home.",
    "unreadable": "{file} could not be read ({problem}).",
    "damaged": "Line {line}: {bytes} bytes cannot be read, from “{beginning}”. {reason} Mending sets them aside.",
    "repeated": "{reason} Mending sets it aside.",
    "edited": "{count} events are not as the program wrote them: edited by hand, or altered by a disk. "
    "The first is {first}.",
    "edited-one": "One event is not as the program wrote it: edited by hand, or altered by a disk. It is {first}.",
    "empty": "progress.toml is empty. If it should not be, `lynx-tutor restore` lists the backups.",
    "no-header": "progress.toml has no header that can be read; mending writes a new one.",
    "older": "The file is of format {number}; mending brings it to {format}.",
    "wide": "An editor saved the file in UTF-16; mending brings it back to UTF-8.",
    # What is odd about a file as it was found.
    "swapped": "This file says that it is the progress of “{other}”, but it is in the folder of “{learner}”. "
    "If two learners' files were swapped, swap them back; nothing was changed.",
    "newer": "This file is of format {number}, from a newer lynx-tutor; what this one knows of it is shown.",
    "set-aside": "{count} pieces of your progress file ({bytes} bytes) could not be read and were copied to {folder}. "
    "All else was loaded.",
    "set-aside-one": "One piece of your progress file ({bytes} bytes) could not be read and was copied to {folder}. "
    "All else was loaded.",
    "left-in-file": "{bytes} bytes of your progress file could not be read, and no copy of them could be written. "
    "They stay in the file. All else was loaded.",
    "no-locks": "This folder cannot lock files (a network disk?). Use it from one window at a time.",
    "merged-other": "The merged file is the progress of “{other}”, this is “{learner}”. "
    "If that was a mistake, `lynx-tutor restore` brings back the file as it was.",
    "merged-newer": "The merged file is of format {number}, from a newer lynx-tutor. What this one cannot read of it "
    "was set aside.",
    # Why a piece of a file could not be read.
    "not-utf8": "It holds bytes that are not UTF-8 text.",
    "not-toml": "It is not whole TOML ({problem}).",
    "unreadable-value": "It holds a value that cannot be read.",
    "bad-header": "The header cannot be read as TOML. {reason}",
    "no-event": "It belongs to no event. {reason}",
    "same-id": "Another event has its id, {id}, and says something else.",
    "no-key": "It has no {key}.",
    "wrong-type": "Its {key} is not of the type {type}.",
    "no-offset": "Its time has no offset from UTC.",
    "not-of-format-0": "It has no time (`at`) or no kind (`what`).",
    "was-a-folder": "A folder stood in the place of progress.toml.",
    "other": "{words}",
    # What was refused, or failed.
    "newer-refused": "This progress file is of format {number}, from a newer lynx-tutor; this one writes format "
    "{format}. Update lynx-tutor to save. Until then everything is kept in memory.",
    "in-use": "Another program is writing to {folder}. Close other windows of lynx-tutor and try again.",
    "not-rewritten": "{file} could not be rewritten ({problem}); it is as it was.",
    "not-mended": "{folder} could not be mended ({problem}). Check who owns it.",
    "not-copied": "Damaged pieces could not be copied to {folder}, so they stay in the file and nothing was changed. "
    "Free some space or check the folder's permissions.",
    "not-merged": "{file} could not be read ({problem}). Nothing was changed.",
    "nothing-in-it": "{file} holds no event that can be read. Is it a progress.toml?",
    "itself": "{file} is your progress file itself. Nothing was changed.",
    "empty-backup": "{name} holds no event that can be read, so it was not brought back.",
    "no-backup": "There is no backup {name}. `lynx-tutor restore` lists those there are.",
    "not-exported": "{file} could not be written ({problem}). Choose another place.",
    "taken": "{file} is there already, and is not written over. Choose another name.",
}
