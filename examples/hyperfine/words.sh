#!/usr/bin/env bash
# words.sh FILE: how often each word is in it.
set -euo pipefail
rounds=1
awk -v rounds="$rounds" '
  { for (i = 0; i < 200 * rounds; i++) for (k = 1; k <= NF; k++) counts[$k]++ }
  END { for (word in counts) print word, counts[word] / rounds }
' "$1"
