#!/bin/bash -p
# Restores the machine, then removes everything that install.sh installed.
#   uninstall.sh [--runner DIR]... [--keep-config] [--dry-run]
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log kernel step units install-steps runners hook-variables; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

remove_units() {
  local drop_in
  patiently systemctl disable --quiet --now stable-bench-recover.service
  patiently systemctl stop "$GUARD" "$SLICE"
  rm -f -- "$UNITS"/stable-bench-{guard,recover}.service "$UNITS/$SLICE"
  for drop_in in "$UNITS"/*.service.d/stable-bench.conf; do
    drop_in=${drop_in#"$UNITS/"}
    remove_drop_in "${drop_in%.d/stable-bench.conf}"
  done
  patiently systemctl daemon-reload
}

remove_files() {
  rm -rf -- "$PLACE" "$RUN"
  [[ -n $KEEP_CONFIG ]] || rm -rf -- "${CONFIG%/*}"
}

# Fails unless the machine is as before. Behind sudo we are root all the same, not the user who called it, whose restore
# would leave another job's machine alone.
restore_machine() {
  local status=0
  [[ ! -x $PLACE/stable-bench-host ]] || env -u SUDO_UID "$PLACE/stable-bench-host" restore || status=$?
  # From 125 on it does not start: where there is no journal, there is nothing for it to do.
  ((status == 0 || status >= 125)) && [[ ! -e $RUN/journal && ! -L $RUN/journal ]] && return
  complain "the machine is not restored: ${1-nothing was removed}"
  return 1
}

usage() {
  sed -n '3s/^# *//p' "${BASH_SOURCE[0]}" >&2
  return "$EX_USAGE"
}

main() {
  local dir
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
  [[ -n $DRY_RUN ]] || prepare_run || return
  act 'restore the machine' restore_machine || return
  # The runners that were installed are remembered, so that none is forgotten.
  load_runners
  for dir in "${RUNNERS[@]}" "${RUNNER_DIRS[@]}"; do
    [[ ! -d $dir ]] || act "take the hook variables out of $dir/.env" set_hooks "$dir" remove || return
  done
  # From here on no job can tune; one may have done so meanwhile.
  act "remove $SUDOERS" rm -f -- "$SUDOERS"
  act 'restore the machine, if a job has tuned it meanwhile' restore_machine 'run this again' || return
  ! has_systemd || act 'remove the systemd units' remove_units
  act "remove /usr/lib/stable-bench, $RUN and the configuration" remove_files
}

main "$@"
