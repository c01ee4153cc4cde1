"""Asking about Ingenious: the referee's questions as forms, what an entry raises, what each seat needs, the guide."""
