"""Who drives: one corridor from arguments to outputs (:mod:`vyre.run.session`)."""
