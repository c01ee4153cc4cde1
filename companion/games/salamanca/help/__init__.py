"""The help of Salamanca: forms of the referee's questions, questions about an entry, needs, and the guide."""
