#!/usr/bin/env bash
# knob-support.sh KNOB...: for each knob `KNOB|yes|` or `KNOB|no|REASON`, by the runner hooks' own detection.
# Changes nothing, and needs neither root nor an installed kit.
set -uo pipefail
# Before the kit's parts: they set TMPDIR to a directory that only an installed kit has.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf -- "$scratch"' EXIT
kit=$(cd "${BASH_SOURCE[0]%/*}/../../runner-hooks" && pwd)
for part in environment log fields step config machine/{kernel,cpu-list,pick-cores,choose-cpus,units,properties,claims} engine/knob; do
  # shellcheck source=/dev/null
  source "$kit/lib/$part.sh"
done
# The kit notes the errors of the kernel there.
# shellcheck disable=SC2034
RUN=$scratch PRIVATE=$scratch TMPDIR=$scratch
# What the kit expects from its configuration.
# shellcheck disable=SC2034
declare -A OPTION=([cpus]=auto [cores]=1 [load-cpus]=none [load-cores]=1) SETTING=([smt]=off [irq-affinity]=housekeeping)
list_knobs
choose_cpus
for knob in "$@"; do
  # Each in a shell of its own: a knob defines functions.
  (
    load_knob "$knob"
    if detect; then printf '%s|yes|\n' "$knob"; else printf '%s|no|%s\n' "$knob" "$REASON"; fi
  )
done
