"""The pages of club evenings: for their host, for the players' phones, and for a big screen."""
