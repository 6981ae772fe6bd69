"""What games of a family share; `deal_state` and `piles` are shared by the families."""
