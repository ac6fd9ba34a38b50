#!/usr/bin/env bats
# What the kit costs on a real kernel. A file of its own: these take times, so no other machine runs meanwhile.
load ../groups

setup_file() { run_groups speed; }

@test "tune, verify and restore report how long they take in the emulation" {
  passed costs
  grep -E '^(tune|verify|restore): ' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}

@test "attach takes at most three times as long as sudo alone" {
  passed attach-cost
  grep '^sudo -n true' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}
