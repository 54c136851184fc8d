"""Trained models as arrays, and the decision over their probabilities.

No training framework is imported here.
"""
