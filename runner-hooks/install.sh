#!/bin/bash -p
# Installs the kit, or says what it would do (--dry-run) or what state it is in (--check). Run as root.
#   install.sh [--runner DIR]... [--ephemeral] [--dry-run | --check]
# --runner DIR   a directory of actions/runner whose jobs are to be tuned; several times for several runners
# --ephemeral    tune when the runner's service starts and restore when it stops, instead of by job hooks
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
for part in environment log kernel cpu-list step units properties knob config install-steps check; do
  # shellcheck source=/dev/null
  source "$here/lib/$part.sh"
done

parse_arguments() {
  RUNNERS=() DRY_RUN='' MODE=install EPHEMERAL=''
  while (($#)); do
    case $1 in
      --runner)
        RUNNERS+=("${2-}")
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
  for dir in "${RUNNERS[@]}"; do
    if [[ $dir != /* || ! -d $dir || ! -f $dir/.runner ]]; then
      complain "--runner $dir: not the absolute path of a configured runner (it has no .runner file)"
      return 1
    fi
    user=$(stat -c %U "$dir/.runner")
    if [[ ! $user =~ ^[a-z_][a-z0-9_-]{0,31}$ ]]; then
      complain "--runner $dir: it belongs to the unusual user $user"
      return 1
    fi
    if has_other_hooks "$dir"; then
      complain "$dir/.env already names other job hooks: call them from one script, or remove them"
      return 1
    fi
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
  local name source=runner.conf
  # svc.sh leaves the name of the unit there.
  [[ -f $1/.service ]] && read -r name <"$1/.service"
  if [[ ! ${name-} =~ ^[a-zA-Z0-9@_.:-]+\.service$ ]]; then
    say "$1 has no service (svc.sh install): the guard alone restores"
    return 0
  fi
  [[ -z $EPHEMERAL ]] || source=runner-ephemeral.conf
  act "install the drop-in of $name" install_file 0644 "$here/systemd/$source" "$UNITS/$name.d/stable-bench.conf"
}

# What --check and uninstall.sh look after, when the hooks are set by .env.
remember_runners() {
  [[ -z $EPHEMERAL ]] || return 0
  printf '%s\n' "$@" | sed '/^$/d' | sort -u >"$PLACE/runners"
}

install_all() {
  local dir
  local -a known=()
  [[ ! -f $PLACE/runners ]] || mapfile -t known <"$PLACE/runners"
  act 'copy the kit to /usr/lib/stable-bench' copy_kit "$here" || return
  act 'remember the runners' remember_runners "${known[@]}" "${RUNNERS[@]}" || return
  [[ -e $CONFIG ]] || act "write $CONFIG" install_file 0644 "$here/stable-bench.conf" "$CONFIG" || return
  if has_systemd; then
    for dir in "${RUNNERS[@]}"; do install_runner_unit "$dir" || return; done
    act 'install the systemd units and enable stable-bench-recover' install_units || return
  else
    say 'no systemd: plain mode; what a job leaves behind is restored by the next hook'
  fi
  sudoers_users
  mapfile -t USERS < <(printf '%s\n' "${USERS[@]}" "${NEW_USERS[@]}" | sed '/^$/d' | sort -u)
  if ((${#USERS[@]})); then
    act "allow ${USERS[*]} six exact commands in $SUDOERS:" install_sudoers "${USERS[@]}" || return
    print_sudoers "${USERS[@]}"
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
  install_all
}

main "$@"
