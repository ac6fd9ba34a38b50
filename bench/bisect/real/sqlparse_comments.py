"""Parses nothing but comments with the sqlparse of the current directory."""

import os
import sys

sys.path.insert(0, os.getcwd())

import sqlparse

TEXT = "-- c\n" * 600

for _ in range(2):
    sqlparse.parse(TEXT)
