#!/bin/bash -p
# Restores the machine, then removes everything that install.sh installed.
#   uninstall.sh [--runner DIR]... [--keep-config] [--dry-run]
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log fields step lock machine/{kernel,units} install/{kit-files,runners,hook-variables,selinux}; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

# act WHAT COMMAND...: says WHAT and runs COMMAND; a dry run only says it.
act() {
  say "${DRY_RUN:+would }$1"
  [[ -n $DRY_RUN ]] || "${@:2}"
}

# Removes the files of all units. The slice itself stays until the end: a machine that is tuned meanwhile needs it.
remove_units() {
  local drop_in unit
  patiently systemctl disable --quiet --now stable-bench-recover.service
  patiently systemctl stop "$GUARD"
  rm -f -- "$UNITS"/stable-bench-{guard,recover}.service "$UNITS/$SLICE"
  for drop_in in "$UNITS"/*.service.d/stable-bench.conf; do
    unit=${drop_in#"$UNITS/"}
    unit=${unit%.d/stable-bench.conf}
    # An administrator may have given that name to one of his own.
    if [[ " ${RUNNER_SERVICE[*]} " == *" $unit "* ]] || grep -qs stable-bench-host "$drop_in"; then remove_drop_in "$unit"; fi
  done
  patiently systemctl daemon-reload
}

# Runs under the lock. Calls that wait for the lock find neither kit nor lock afterwards, and change nothing. The kit
# goes with one rename, since a call may be reading it.
remove_files() {
  ! has_systemd || patiently systemctl stop "$LOAD_SLICE" "$SLICE"
  [[ -n $KEEP_CONFIG ]] || rm -rf -- "${CONFIG%/*}"
  rm -f -- "$PLACE_FILE"
  rm -rf -- "$PLACE.old"
  [[ ! -e $PLACE ]] || mv -- "$PLACE" "$PLACE.old"
  rm -rf -- "$RUN" "$PLACE".{old,new} "$STATE"
  forget_type
}

# Fails unless the machine is restored. It restores as root, also behind sudo: a restore for the user who called sudo
# would leave another job's machine alone.
restore_machine() {
  local status=0
  if [[ ! -e $PLACE && -e $PLACE.old ]]; then
    take_lock && put_back_kit
    leave_lock
  fi
  call_restore || status=$?
  # From 125 on the program did not start. Without a journal it has nothing to do.
  ((status == 0 || status >= 125)) && ! has_journal && return
  complain 'the machine is not restored: nothing was removed'
  return 1
}

call_restore() { [[ ! -x $PLACE/stable-bench-host ]] || env -u SUDO_UID "$PLACE/stable-bench-host" restore; }

has_journal() { [[ -e $RUN/journal || -L $RUN/journal ]]; }

# Restores until there is no journal while we have the lock, and keeps the lock. An earlier call may have waited for the
# lock and have tuned since the last restore. There are no new calls any more.
restore_for_good() {
  local round status
  for round in 1 2 3 4 5; do
    status=0
    call_restore || status=$?
    if ! take_lock; then
      complain "a call has held the lock for $LOCK_WAIT s: the kit was not removed, run this again"
      return 1
    fi
    has_journal || return 0
    leave_lock
    # The restore was busy, or somebody has tuned since: try again. After any other failure another attempt fails too.
    ((status == 0 || status == EX_BUSY)) || break
  done
  complain 'the machine is not restored: the kit was not removed, run this again'
  return 1
}

# Fails when this is an installed kit, but not the one that would be removed: the note of its place is gone, or it is a copy.
in_place() {
  local this=${here#"$ROOT"}
  [[ -e $here/checksums && ! $here -ef $PLACE && ! $here -ef $PLACE.old ]] || return 0
  complain "this kit is in $this, but the installed one in $PREFIX as far as $PLACE_FILE says: if $this is in use, write that" \
    "into the file and run this again; otherwise call $PREFIX/uninstall.sh; nothing was done"
  return 1
}

usage() {
  sed -n '3s/^# *//p' "${BASH_SOURCE[0]}" >&2
  return "$EX_USAGE"
}

main() {
  local dir rest
  RUNNERS=() DRY_RUN='' KEEP_CONFIG=''
  while (($#)); do
    case $1 in
      --runner)
        [[ -n ${2-} && $2 != -* ]] || usage || return
        RUNNERS+=("${2%/}")
        shift
        ;;
      --keep-config) KEEP_CONFIG=yes ;;
      --dry-run) DRY_RUN=yes ;;
      *) usage || return ;;
    esac
    shift
  done
  if ((EUID != 0)) && [[ -z $ROOT && -z $DRY_RUN ]]; then
    complain 'needs root'
    return "$EX_NOPERM"
  fi
  umask 022
  load_place && in_place || return
  if [[ -e $PLACE ]] && read_only "${PLACE%/*}"; then
    complain "${PLACE%/*} is read-only, so the kit cannot be removed: make it writable (mount -o remount,rw); nothing was done"
    return 1
  fi
  [[ -n $DRY_RUN ]] || prepare_run || return
  act 'restore the machine' restore_machine || return
  # All installed runners, also those that --runner does not name.
  load_runners
  for dir in "${RUNNERS[@]}" "${RUNNER_DIRS[@]}"; do
    [[ ! -d $dir ]] || act "take the hook variables out of $dir/.env" remove_hooks "$dir" || return
  done
  # After this no job and no service can call the kit. One may have done so meanwhile.
  act "remove $SUDOERS" rm -f -- "$SUDOERS"
  ! has_systemd || act 'remove the systemd units' remove_units
  act 'restore the machine, if it was tuned meanwhile' restore_for_good || return
  rest=" and $STATE; the configuration stays"
  [[ -n $KEEP_CONFIG ]] || rest=", $STATE and the configuration"
  act "remove $PREFIX, $RUN$rest" remove_files
}

main "$@"
