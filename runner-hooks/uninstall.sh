#!/bin/bash -p
# Restores the machine, then removes everything that install.sh installed.
#   uninstall.sh [--runner DIR]... [--keep-config] [--dry-run]
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log kernel step units install-steps; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

remove_units() {
  local drop_in
  patiently systemctl disable --quiet --now stable-bench-recover.service
  patiently systemctl stop "$GUARD" "$SLICE"
  rm -f -- "$UNITS"/stable-bench-{guard,recover}.service "$UNITS/$SLICE"
  for drop_in in "$UNITS"/*.service.d/stable-bench.conf; do
    rm -f -- "$drop_in"
    rmdir -- "${drop_in%/*}" 2>/dev/null
  done
  patiently systemctl daemon-reload
}

remove_files() {
  rm -f -- "$SUDOERS"
  rm -rf -- "$PLACE" "$RUN"
  [[ -n $KEEP_CONFIG ]] || rm -rf -- "${CONFIG%/*}"
}

main() {
  local dir
  RUNNERS=() DRY_RUN='' KEEP_CONFIG=''
  while (($#)); do
    case $1 in
      --runner)
        RUNNERS+=("${2-}")
        shift
        ;;
      --keep-config) KEEP_CONFIG=yes ;;
      --dry-run) DRY_RUN=yes ;;
      *)
        sed -n '3s/^# *//p' "${BASH_SOURCE[0]}" >&2
        return "$EX_USAGE"
        ;;
    esac
    shift
  done
  if ((EUID != 0)) && [[ -z $ROOT && -z $DRY_RUN ]]; then
    complain 'needs root'
    return "$EX_NOPERM"
  fi
  umask 022
  [[ -n $DRY_RUN ]] || prepare_run || return
  [[ ! -x $PLACE/stable-bench-host ]] || act 'restore the machine' "$PLACE/stable-bench-host" restore || {
    complain 'the machine is not restored: nothing was removed'
    return 1
  }
  # The runners that were installed are remembered, so that none is forgotten.
  if [[ -f $PLACE/runners ]]; then mapfile -t -O "${#RUNNERS[@]}" RUNNERS <"$PLACE/runners"; fi
  for dir in "${RUNNERS[@]}"; do
    [[ ! -d $dir ]] || act "take the hook variables out of $dir/.env" set_hooks "$dir" remove || return
  done
  ! has_systemd || act 'remove the systemd units' remove_units
  act "remove /usr/lib/stable-bench, $SUDOERS, $RUN and the configuration" remove_files
}

main "$@"
