"""How to get at OBS: what the user says, what was remembered, what OBS's own settings tell, the first contact."""
