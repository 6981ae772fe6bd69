"""The site heard through a real screen reader; `make hear` runs it."""
