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
  prepare_run && read_boot_id || return
  identify_caller "$2"
  case $VERB in
    guard | recover | forget)
      if [[ $CALLER_KIND == worker || $CALLER_KIND == nobody ]]; then
        complain "$VERB is for root"
        advise_root
        return "$EX_NOPERM"
      fi
      ;;
    tune | restore | verify | status | attach | drop-caches) ;;
    *)
      complain 'unknown verb; known are tune restore status verify attach drop-caches'
      return "$EX_USAGE"
      ;;
  esac
  # It takes and releases the lock itself; what it says goes to the system's own log.
  if [[ $VERB == guard ]]; then guard; else under_lock; fi
}

under_lock() {
  local status=0
  leave_frozen
  relay_files
  if take_lock; then
    keep_words
    "${VERB/-/_}" || status=$?
    if ((status == EX_NOPERM)) || [[ $VERB == restore && -e $JOURNAL ]]; then advise_root; fi
    tell_words
  else
    if [[ -e $RUN/lock ]]; then complain "another call has held the lock for $LOCK_WAIT s"; else
      complain 'the kit was removed meanwhile: nothing is done'
    fi
    status=$EX_BUSY
  fi
  end_relays
  return "$status"
}

# Who is root through sudo counts as the user who called it: the kit's own line in sudoers leads here too. Its users
# cannot take SUDO_UID away, since sudo itself sets it; root can.
advise_root() {
  [[ $CALLER_KIND != nobody ]] ||
    complain "to do it as root and not as user $CALLER_UID: sudo env -u SUDO_UID $KIT/stable-bench-host $VERB"
}

main "$@"
