"""Readers against damaged captures: mutation of their examples and of the composed inputs."""
