"""Memory that stays where it is between dispatches: resident arrays, and memory of other libraries."""
