"""Learners that need a training framework; they export arrays (extra ``train``)."""
