"""Programs to target text: one readable emitter per target, none needs a device."""
