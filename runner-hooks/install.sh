#!/bin/bash -p
# Installs the kit, or says what it would do (--dry-run) or what state it is in (--check). Run as root.
#   install.sh [--runner DIR]... [--ephemeral] [--dry-run | --check]
# --runner DIR   a directory of actions/runner whose jobs are to be tuned; several times for several runners
# --ephemeral    tune when the runner's service starts and restore when it stops, instead of by job hooks
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log kernel cpu-list step owner units properties knob config plan topology clock \
  install-steps sudoers runners hook-variables check check-files; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

usage() {
  sed -n '3,5s/^# *//p' "${BASH_SOURCE[0]}" >&2
  return "$EX_USAGE"
}

parse_arguments() {
  RUNNERS=() DRY_RUN='' MODE=install EPHEMERAL=''
  while (($#)); do
    case $1 in
      --runner)
        [[ -n ${2-} && $2 != -* ]] || usage || return
        RUNNERS+=("${2%/}")
        shift
        ;;
      --ephemeral) EPHEMERAL=yes ;;
      --dry-run) DRY_RUN=yes ;;
      --check) MODE=check ;;
      *) usage || return ;;
    esac
    shift
  done
}

# Checks every runner before the first change: NEW_USERS, and NEW_UNITS (- without a service).
check_runners() {
  local dir user
  NEW_USERS=() NEW_UNITS=()
  if [[ -n $EPHEMERAL ]] && ! has_systemd; then
    complain '--ephemeral needs systemd: nothing else would tune'
    return 1
  fi
  for dir in "${RUNNERS[@]}"; do
    if [[ $dir != /* || ! -d $dir || ! -f $dir/.runner || -L $dir/.runner ]]; then
      complain "--runner $dir: not the absolute path of a configured runner (it has no .runner file)"
      return 1
    fi
    user=$(stat -c %U "$dir/.runner")
    if [[ ! $user =~ ^[a-z_][a-z0-9_-]{0,31}$ ]]; then
      complain "--runner $dir: it belongs to the unusual user $user"
      return 1
    fi
    RUNNER_UNIT=''
    check_environment "$dir" && { ! has_systemd || find_unit "$dir"; } || return
    NEW_USERS+=("$user") NEW_UNITS+=("${RUNNER_UNIT:--}")
  done
}

install_units() {
  local unit
  for unit in stable-bench-guard.service stable-bench-recover.service stablebench.slice; do
    install_file 0644 "$here/systemd/$unit" "$UNITS/$unit" || return
  done
  patiently systemctl daemon-reload && patiently systemctl enable --quiet stable-bench-recover.service
}

install_runner_unit() { # RUNNER_DIR UNIT
  local source=runner.conf old=${RUNNER_SERVICE[$1]:--}
  [[ $old == @(-|"$2") ]] || act "remove the drop-in of $old, which is not its service any more" remove_drop_in "$old"
  if [[ $2 == - ]]; then
    say "$1 has no service (svc.sh install): the guard alone restores"
    return 0
  fi
  [[ -z $EPHEMERAL ]] || source=runner-ephemeral.conf
  act "install the drop-in of $2" install_file 0644 "$here/systemd/$source" "$UNITS/$2.d/stable-bench.conf"
}

install_all() {
  local i mode=hooks
  [[ -z $EPHEMERAL ]] || mode=ephemeral
  load_runners
  act 'copy the kit to /usr/lib/stable-bench' copy_kit "$here" || return
  [[ -e $CONFIG ]] || act "write $CONFIG" install_file 0644 "$here/stable-bench.conf" "$CONFIG" || return
  if has_systemd; then
    for i in "${!RUNNERS[@]}"; do install_runner_unit "${RUNNERS[i]}" "${NEW_UNITS[i]}" || return; done
  else
    say 'no systemd: plain mode; what a job leaves behind is restored by the next hook'
  fi
  for i in "${!RUNNERS[@]}"; do know_runner "$mode" "${NEW_UNITS[i]}" "${RUNNERS[i]}"; done
  act 'remember the runners' remember_runners || return
  ! has_systemd || act 'install the systemd units and enable stable-bench-recover' install_units || return
  # Nothing of the runner's must inherit the lock.
  exec 9>&-
  allow_users && change_hooks || return
  ((${#RUNNER_DIRS[@]})) || say 'no runner is installed, so no job will be tuned: install.sh --runner DIR'
}

allow_users() {
  sudoers_users
  mapfile -t USERS < <(printf '%s\n' "${USERS[@]}" "${NEW_USERS[@]}" | sed '/^$/d' | sort -u)
  ((${#USERS[@]})) || return 0
  act "allow ${USERS[*]} six exact commands in $SUDOERS:" install_sudoers "${USERS[@]}" || return
  [[ -z $DRY_RUN ]] || print_sudoers "${SUDO_SETTINGS[0]}" "${USERS[@]}"
}

# The ephemeral mode has no hooks. A runner that had them before does not keep them.
change_hooks() {
  local dir
  for dir in "${RUNNERS[@]}"; do
    if [[ -z $EPHEMERAL ]]; then
      act "set the hook variables in $dir/.env (restart the runner for them)" set_hooks "$dir" || return
    elif has_hooks "$dir"; then
      act "take the hook variables out of $dir/.env" set_hooks "$dir" remove || return
    fi
  done
}

main() {
  parse_arguments "$@" || return
  # Only root can read all of it. What a dry run cannot read stops it by itself.
  if ((EUID != 0)) && [[ -z $ROOT && ( -z $DRY_RUN || $MODE == check ) ]]; then
    complain 'needs root'
    return "$EX_NOPERM"
  fi
  if [[ $MODE == check ]]; then
    check_installation
    return
  fi
  if ! not_in_container; then
    complain "$REPLY: install it on the host"
    return 1
  fi
  umask 022
  [[ -n $DRY_RUN ]] || prepare_run || return
  only_root_writes "$PLACE" "$CONFIG" "$UNITS" && check_runners || return
  # No verb runs while the files that it reads are exchanged.
  if [[ -z $DRY_RUN ]] && ! take_lock; then
    complain "a call has held the lock for $LOCK_WAIT s: nothing was changed"
    return "$EX_BUSY"
  fi
  install_all
}

main "$@"
