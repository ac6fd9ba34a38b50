#!/bin/bash -p
# The program behind stable-bench-host, in a clean environment: reads the parts, finds out who calls, takes the lock,
# does one verb. No `set -e`: a failing target must not stop the others, so every failure is handled where it happens.
set -uo pipefail
here=${BASH_SOURCE[0]%/*}
parts=(environment log kernel cpu-list step journal owner attach)
# Every single run of a benchmark pays for an attach.
[[ $1 == @(attach|drop-caches) ]] ||
  parts+=(config knob plan topology clock apply units properties receipt tune restore verify guard)
for part in "${parts[@]}"; do
  # shellcheck source=/dev/null
  source "$here/$part.sh"
done
unset here part parts

main() {
  VERB=$1
  if ((EUID != 0)) && [[ -z $ROOT ]]; then
    complain 'needs root: call it through sudo'
    return "$EX_NOPERM"
  fi
  prepare_run || return
  kernel_read /proc/sys/kernel/random/boot_id
  BOOT=$REPLY
  identify_caller "$2"
  case $VERB in
    guard | recover | forget)
      if [[ $CALLER_KIND == worker || $CALLER_KIND == nobody ]]; then
        complain "$VERB is for root"
        return "$EX_NOPERM"
      fi
      ;;
  esac
  if [[ $VERB != guard ]] && ! take_lock; then
    complain "another call has held the lock for $LOCK_WAIT s"
    return "$EX_BUSY"
  fi
  case $VERB in
    tune | restore | recover | forget | verify | status | attach | guard) "$VERB" ;;
    drop-caches) drop_caches ;;
    *)
      complain 'unknown verb; known are tune restore status verify attach drop-caches'
      return "$EX_USAGE"
      ;;
  esac
}

main "$@"
