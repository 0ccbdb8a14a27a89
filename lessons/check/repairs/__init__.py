"""Repairs and labs: what is right passes, and nothing else does."""
