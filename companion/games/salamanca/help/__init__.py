"""Asking about Salamanca: the referee's questions as forms, what an entry raises, what a round brings, the guide."""
