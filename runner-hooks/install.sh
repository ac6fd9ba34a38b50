#!/bin/bash -p
# Installs the kit, or says what it would do (--dry-run) or what state it is in (--check). Run as root.
#   install.sh [--runner DIR]... [--ephemeral] [--dry-run | --check]
# --runner DIR   a directory of actions/runner whose jobs are to be tuned; several times for several runners
# --ephemeral    tune when the runner's service starts and restore when it stops, instead of by job hooks
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log kernel cpu-list step units properties knob config install-steps hook-variables check; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

parse_arguments() {
  local dir
  RUNNERS=() DRY_RUN='' MODE=install EPHEMERAL=''
  while (($#)); do
    case $1 in
      --runner)
        dir=${2-}
        RUNNERS+=("${dir%/}")
        shift
        ;;
      --ephemeral) EPHEMERAL=yes ;;
      --dry-run) DRY_RUN=yes ;;
      --check) MODE=check ;;
      *)
        sed -n '3,5s/^# *//p' "${BASH_SOURCE[0]}" >&2
        return "$EX_USAGE"
        ;;
    esac
    shift
  done
}

# Checks every runner before the first change: NEW_USERS.
check_runners() {
  local dir user
  NEW_USERS=()
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
    check_environment "$dir" && { ! has_systemd || find_unit "$dir"; } || return
    NEW_USERS+=("$user")
  done
}

install_units() {
  local unit
  for unit in stable-bench-guard.service stable-bench-recover.service stablebench.slice; do
    install_file 0644 "$here/systemd/$unit" "$UNITS/$unit" || return
  done
  patiently systemctl daemon-reload && patiently systemctl enable --quiet stable-bench-recover.service
}

install_runner_unit() { # RUNNER_DIR
  local source=runner.conf
  find_unit "$1" || return
  if [[ -z $RUNNER_UNIT ]]; then
    say "$1 has no service (svc.sh install): the guard alone restores"
    return 0
  fi
  [[ -z $EPHEMERAL ]] || source=runner-ephemeral.conf
  act "install the drop-in of $RUNNER_UNIT" \
    install_file 0644 "$here/systemd/$source" "$UNITS/$RUNNER_UNIT.d/stable-bench.conf"
}

install_all() {
  local dir
  act 'copy the kit to /usr/lib/stable-bench' copy_kit "$here" || return
  [[ -n $EPHEMERAL ]] || act 'remember the runners' remember_runners "${RUNNERS[@]}" || return
  [[ -e $CONFIG ]] || act "write $CONFIG" install_file 0644 "$here/stable-bench.conf" "$CONFIG" || return
  if has_systemd; then
    for dir in "${RUNNERS[@]}"; do install_runner_unit "$dir" || return; done
    act 'install the systemd units and enable stable-bench-recover' install_units || return
  else
    say 'no systemd: plain mode; what a job leaves behind is restored by the next hook'
  fi
  # Nothing of the runner's must inherit the lock.
  exec 9>&-
  sudoers_users
  mapfile -t USERS < <(printf '%s\n' "${USERS[@]}" "${NEW_USERS[@]}" | sed '/^$/d' | sort -u)
  if ((${#USERS[@]})); then
    act "allow ${USERS[*]} six exact commands in $SUDOERS:" install_sudoers "${USERS[@]}" || return
    [[ -z $DRY_RUN ]] || print_sudoers "${SUDO_SETTINGS[0]}" "${USERS[@]}"
  fi
  [[ -z $EPHEMERAL ]] || return 0
  for dir in "${RUNNERS[@]}"; do
    act "set the hook variables in $dir/.env (restart the runner for them)" set_hooks "$dir" || return
  done
}

main() {
  parse_arguments "$@" || return
  if [[ $MODE == check ]]; then
    check_installation
    return
  fi
  if ((EUID != 0)) && [[ -z $ROOT && -z $DRY_RUN ]]; then
    complain 'needs root'
    return "$EX_NOPERM"
  fi
  if ! not_in_container; then
    complain "$REPLY: install it on the host"
    return 1
  fi
  umask 022
  [[ -n $DRY_RUN ]] || prepare_run || return
  only_root_writes "$PLACE" && only_root_writes "$CONFIG" && only_root_writes "$UNITS" && check_runners || return
  # No verb runs while the files that it reads are exchanged.
  if [[ -z $DRY_RUN ]] && ! take_lock; then
    complain "a call has held the lock for $LOCK_WAIT s: nothing was changed"
    return "$EX_BUSY"
  fi
  install_all
}

main "$@"
