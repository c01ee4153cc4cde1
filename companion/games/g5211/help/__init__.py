"""The help of 5211: forms of the referee's questions, questions about an entry, needs, and the guide."""
