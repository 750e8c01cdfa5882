"""From a checked program to what is compiled (:class:`Plan`) and what is run (:class:`LaunchPlan`)."""
