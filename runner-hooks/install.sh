#!/bin/bash -p
# Installs the kit. --dry-run prints what an installation would change; --check fails when anything would change, or
# when jobs would not be tuned. Run as root.
#   install.sh [--runner DIR]... [--ephemeral] [--prefix DIR] [--dry-run | --check]
# --runner DIR   a directory of actions/runner whose jobs are to be tuned; several times for several runners
# --ephemeral    tune when the runner's service starts and restore when it stops, instead of by job hooks
# --prefix DIR   the directory that becomes the kit, instead of /usr/lib/stable-bench; later calls know it
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log fields step lock config machine/{kernel,cpu-list,units,properties,claims,own-cpus,choose-cpus,pick-cores,clock,identity,boot-line} \
  engine/{owner,knob,plan,grade} install/{kit-files,sudoers,runners,hook-variables,changes,runner-changes,neighbours,versions,selinux,check}; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

usage() {
  sed -n '4,7s/^# *//p' "${BASH_SOURCE[0]}" >&2
  return "$EX_USAGE"
}

# MODE: install, dry-run or check. RUNNERS, EPHEMERAL: the arguments.
parse_arguments() {
  RUNNERS=() MODE=install EPHEMERAL=''
  while (($#)); do
    case $1 in
      --runner)
        [[ -n ${2-} && $2 != -* ]] || usage || return
        RUNNERS+=("${2%/}")
        shift
        ;;
      --ephemeral) EPHEMERAL=yes ;;
      --prefix)
        [[ -n ${2-} && $2 != -* ]] || usage || return
        choose_place "${2%/}" || return
        shift
        ;;
      --dry-run) [[ $MODE == check ]] || MODE=dry-run ;;
      --check) MODE=check ;;
      *) usage || return ;;
    esac
    shift
  done
}

# The place that --prefix names. A kit is not moved: runners and services may be using it. The guard sees no home and no
# temporary directory (ProtectHome=, PrivateTmp=).
choose_place() { # PREFIX
  if ! is_place "$1" || [[ $1/ == /@(home|root|var/tmp)/* ]]; then
    complain "--prefix $1: not an absolute path below the root, of letters, digits, dots, - and _, outside of homes and temporary directories: for instance /opt/stable-bench"
    return "$EX_USAGE"
  elif [[ $1 != "$PREFIX" && ( -e $PLACE/stable-bench-host || -e $PLACE.old/stable-bench-host ) ]]; then
    complain "--prefix $1: the kit is installed in $PREFIX: leave --prefix out, or remove that one first ($PREFIX/uninstall.sh --keep-config)"
    return "$EX_USAGE"
  fi
  set_place "$1"
}

write_configuration() { install_file 0644 "$here/stable-bench.conf" "$CONFIG"; }

install_units() {
  local unit
  for unit in "${UNIT_FILES[@]}"; do install_file 0644 "$here/systemd/$unit" "$UNITS/$unit" || return; done
  patiently systemctl enable --quiet stable-bench-recover.service
}

install_drop_in() { # RUNNER_DIR
  drop_in_source "$1"
  install_file 0644 "$REPLY" "$UNITS/${RUNNER_SERVICE[$1]}.d/stable-bench.conf"
}

print_steps() {
  local i
  for i in "${!STEP_WHAT[@]}"; do
    say "would ${STEP_WHAT[i]} (${STEP_WHY[i]})"
    [[ ${STEP_RUN[i]} != allow_users ]] || print_sudoers "${SUDO_SETTINGS[0]}" "${USERS[@]}"
  done
}

do_steps() { # FROM TO
  local i
  for ((i = $1; i < $2; i++)); do
    say "${STEP_WHAT[i]} (${STEP_WHY[i]})"
    "${STEP_RUN[i]}" "${STEP_ON[i]}" || return
  done
}

install_all() {
  # No verb runs while the files that it reads are exchanged.
  if ! take_lock; then
    complain "a call has held the lock for $LOCK_WAIT s: nothing was changed"
    return "$EX_BUSY"
  fi
  do_steps 0 "$LOCKED" || return
  # Also when no file has changed: the last installation may have ended just before this.
  ! has_systemd || patiently systemctl daemon-reload || return
  # From here on processes of the runners' users are started, which must not inherit the lock.
  leave_lock
  do_steps "$LOCKED" "${#STEP_RUN[@]}"
}

main() {
  load_place && parse_arguments "$@" || return
  # Only root can read everything. A dry run goes as far as the rights of its user.
  if ((EUID != 0)) && [[ -z $ROOT && $MODE != dry-run ]]; then
    complain 'needs root'
    return "$EX_NOPERM"
  fi
  umask 022
  plan_installation
  if [[ $MODE == check ]]; then
    check_installation
    return
  fi
  [[ -z $STOPS ]] || return 1
  ((${#STEP_RUN[@]})) || say 'everything is installed already'
  if [[ $MODE == dry-run ]]; then print_steps; else prepare_run && install_all; fi
}

main "$@"
