#!/bin/bash -p
# The program behind stable-bench-host, started in a clean environment and with nothing of its caller's (inherited.sh).
# It reads the parts, finds out who calls, takes the lock and does one verb. Without `set -e`: a failing target must not
# stop the others, so each failure is handled where it happens.
set -uo pipefail
here=${BASH_SOURCE[0]%/*}
# install.sh may replace the kit until this call has the lock. While this is open, no other folder gets its inode.
exec {KIT_FD}<"${here%/lib}"

# Begins this call again when the kit is not the one that it has read, so that no call mixes two versions. Its output goes
# where it went; a relay (log.sh) goes on. A ladder has measured with the old one: it ends, and the guard restores. Call it with
# the lock, or before that.
same_kit() {
  local kit=${BASH_SOURCE[0]%/lib/*}
  [[ ! /proc/self/fd/$KIT_FD -ef $kit ]] || return 0
  leave_lock
  if [[ $VERB == ladder ]]; then
    printf 'stable-bench: the kit was replaced meanwhile: begin the ladder again\n' >&2
    exit 75
  fi
  exec {KIT_FD}<&-
  if [[ -n ${KEEPING-} ]]; then exec 1>&"$OUT" {OUT}>&-; exec 2>&"$ERR" {ERR}>&-; fi
  if [[ -x $kit/stable-bench-host ]]; then exec env "SUDO_UID=$CALLER" "$kit/stable-bench-host" "$VERB"; fi
  printf 'stable-bench: the kit was removed meanwhile, or its installation did not end (run install.sh again): nothing was done\n' >&2
  exit 75
}

VERB=$1 CALLER=$2 missing=''
parts=(environment inherited log fields step lock machine/{kernel,cpu-list} engine/{journal,read-journal,owner,attach})
# These verbs are called for every run of a benchmark, so they read only the parts that they need.
[[ $1 == @(attach|attach-load|drop-caches) ]] ||
  parts+=(config machine/{choose-cpus,pick-cores,clock,units,properties,claims,own-cpus,identity,boot-line}
    operators/{history,system-log,show-history,status,metrics,show-plan}
    engine/{knob,plan,whose,apply,grade,receipt,stragglers,lease,tune,switched-cpus,restored,restore,verify,guard})
[[ $1 != ladder ]] || parts+=(ladder/{groups,run,report,ladder})
for part in "${parts[@]}"; do
  # shellcheck source=/dev/null
  source "$here/$part.sh" || missing=yes
done
same_kit
if [[ -n $missing ]]; then
  printf 'stable-bench: the kit is not complete: run install.sh again\n' >&2
  exit 1
fi
unset here part parts missing

main() {
  if ((EUID != 0)) && [[ -z $ROOT ]]; then
    complain 'needs root: call it through sudo'
    return "$EX_NOPERM"
  fi
  leave_cgroup
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
    tune | ladder | restore | verify | status | status-json | status-metrics | attach | attach-load | drop-caches | plan | history) ;;
    *)
      complain 'unknown verb; known are tune restore status verify attach attach-load drop-caches plan history ladder, and for root recover forget'
      return "$EX_USAGE"
      ;;
  esac
  case $VERB in
    # They take and release the lock themselves. The guard's words go to the system's log.
    guard) guard ;;
    ladder)
      ladder "${@:3}"
      log_and_return "$?"
      ;;
    *) under_lock ;;
  esac
}

log_and_return() { # STATUS
  log_to_system "$1"
  return "$1"
}

under_lock() {
  local status=0
  HAS_LOCK=''
  relay_files
  keep_messages
  [[ $VERB != drop-caches ]] || write_back || status=$?
  ((status)) || lock_or_say || status=$?
  if ((status == 0)); then
    keep_noise
    [[ $VERB == @($EACH_RUN) ]] || start_clock
    [[ $VERB != @(tune|verify|restore) ]] || tell_full
    "${VERB/-/_}" || status=$?
    keep_history "$status"
    if ((status == EX_NOPERM)) || [[ $VERB == restore && -e $JOURNAL ]]; then advise_root; fi
  fi
  print_messages
  log_verb "$status"
  end_relays
  return "$status"
}

# attach, attach-load and drop-caches are called for every run: they leave no line anywhere. A tune that waited may have lost the
# lock: the history belongs to whoever has it, and the kit may be gone.
keep_history() { [[ $VERB == @($EACH_RUN) || -z $HAS_LOCK ]] || write_history "$1"; }
log_verb() { [[ $VERB == @($EACH_RUN|status*|plan|history) ]] || log_to_system "$1"; }

# Behind sudo root counts as the user who called it, since the kit's own line in sudoers leads here too. The users of
# that line cannot remove SUDO_UID, which sudo sets; root can.
advise_root() {
  [[ $CALLER_KIND != nobody ]] ||
    complain "to do it as root and not as user $CALLER_UID: sudo env -u SUDO_UID $KIT/stable-bench-host $VERB"
}

main "$@"
