"""Every proof that `lynx-tutor check` makes: a lesson that claims what its own experiment does not show cannot ship."""
