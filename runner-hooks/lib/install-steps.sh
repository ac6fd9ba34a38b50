# The steps of install.sh and uninstall.sh. Each says what it does; with DRY_RUN=yes it says so and does nothing.
PLACE=$ROOT/usr/lib/stable-bench
UNITS=$ROOT/etc/systemd/system
SUDOERS=$ROOT/etc/sudoers.d/stable-bench

# act WHAT COMMAND...: says WHAT, then runs COMMAND unless this is a dry run.
act() {
  say "${DRY_RUN:+would }$1"
  [[ -n ${DRY_RUN-} ]] || "${@:2}"
}

# Fails, with REPLY saying why, inside a container: it has no machine to tune.
not_in_container() {
  local kind=''
  REPLY=''
  if [[ -e $ROOT/.dockerenv || -e $ROOT/run/.containerenv ]]; then
    REPLY='this is a container (its marker file is there)'
  elif [[ -e $ROOT/run/systemd/container ]]; then
    REPLY="this is a container ($(<"$ROOT/run/systemd/container"))"
  elif [[ -z $ROOT ]] && kind=$(systemd-detect-virt --container 2>/dev/null); then
    REPLY="this is a container ($kind)"
  fi
  [[ -z $REPLY ]]
}

# Fails when somebody else than root may replace $1 or a directory above it.
only_root_writes() {
  local path=$1 owner mode
  while [[ -n $path && $path != "$ROOT" ]]; do
    if [[ -e $path ]]; then
      read -r owner mode < <(stat -Lc '%u %a' "$path")
      if [[ $owner != "$UID" || $mode == *[2367]? || $mode == *[2367] ]]; then
        complain "$path must belong to root and be writable by nobody else"
        return 1
      fi
    fi
    path=${path%/*}
  done
}

install_file() { # MODE SOURCE TARGET
  mkdir -p -- "${3%/*}" && install -m "$1" -- "$2" "$3.new" && mv -f -- "$3.new" "$3"
}

# Copies the kit next to its place, then swaps by two renames: never a mixture of two versions. What is known of runners
# stays known.
copy_kit() { # SOURCE
  rm -rf -- "$PLACE.new" "$PLACE.old"
  mkdir -p -- "${PLACE%/*}" || return
  mkdir -m 0755 -- "$PLACE.new" || return
  cp -R -- "$1"/{lib,knobs,systemd,stable-bench-host,stable-bench.conf,job-started.sh,job-completed.sh,README.md} \
    "$1"/{install.sh,uninstall.sh} "$PLACE.new" || return
  find "$PLACE.new" -type d -exec chmod 0755 {} + || return
  find "$PLACE.new" -type f -exec chmod 0644 {} + || return
  chmod 0755 "$PLACE.new"/{stable-bench-host,job-started.sh,job-completed.sh,install.sh,uninstall.sh} || return
  [[ $EUID -ne 0 ]] || chown -R root:root "$PLACE.new"
  [[ ! -f $PLACE/runners ]] || cp -- "$PLACE/runners" "$PLACE.new/runners" || return
  if ! starts "$PLACE.new/stable-bench-host"; then
    rm -rf -- "$PLACE.new"
    return 1
  fi
  [[ ! -e $PLACE ]] || mv -- "$PLACE" "$PLACE.old"
  mv -- "$PLACE.new" "$PLACE" && rm -rf -- "$PLACE.old"
}

# What --check and uninstall.sh look after, when the hooks are set by .env, besides those of before.
remember_runners() { # RUNNER_DIR...
  { printf '%s\n' "$@"; [[ ! -f $PLACE/runners ]] || cat -- "$PLACE/runners"; } |
    sed '/^$/d' | sort -u >"$PLACE/runners.new"
  mv -f -- "$PLACE/runners.new" "$PLACE/runners"
}

# RUNNER_UNIT: the unit of the runner in $1, or nothing. svc.sh leaves its name in a file, but that is the runner's: the
# unit must work in this directory, as only root can have told it.
find_unit() { # RUNNER_DIR
  local works_in
  RUNNER_UNIT=''
  if [[ ! -f $1/.service ]]; then
    [[ -z $EPHEMERAL ]] && return
    complain "--ephemeral needs a service, and $1 has none (svc.sh install): nothing else would tune"
    return 1
  fi
  read -r RUNNER_UNIT <"$1/.service"
  if [[ ! $RUNNER_UNIT =~ ^[a-zA-Z0-9@_.:-]{1,200}\.service$ ]]; then
    complain "$1/.service does not name a service: remove that file, or repair it (svc.sh)"
    return 1
  fi
  works_in=$(
    timeout "$STEP_TIMEOUT" systemctl show --property=WorkingDirectory -- "$RUNNER_UNIT" </dev/null 2>/dev/null
  )
  works_in=${works_in#WorkingDirectory=}
  [[ ${works_in#[-!]} == "$1" ]] && return
  complain "$1/.service names $RUNNER_UNIT, which works in ${works_in:-no directory of its own}, not in $1:" \
    'remove that file, or name the directory as the unit does'
  return 1
}

# Succeeds when the root program $1 starts on this system: without a verb it only says so.
starts() {
  local said status=0
  said=$("$1" 2>&1) || status=$?
  ((status == EX_USAGE)) && return
  complain "$1 does not start here: ${said:-status $status} (it needs env -S, of coreutils 8.30, and bash)"
  return 1
}

# What is asked of sudo for these commands, the best first: sudo-rs refuses settings that it does not know. What is left
# out there is its default.
SUDO_SETTINGS=('env_reset, !setenv, !requiretty, use_pty' 'env_reset, !setenv, use_pty' 'use_pty')

# Prints the sudoers file for users $2...: complete command lines, each with its literal verb.
print_sudoers() { # SETTINGS USER...
  local verb user commands=''
  for verb in tune restore status verify attach drop-caches; do
    commands+=", /usr/lib/stable-bench/stable-bench-host $verb"
  done
  printf 'Cmnd_Alias STABLE_BENCH = %s\n' "${commands#, }"
  printf 'Defaults!STABLE_BENCH %s, secure_path="%s"\n' "$1" /usr/sbin:/usr/bin:/sbin:/bin
  for user in "${@:2}"; do printf '%s ALL=(root) NOPASSWD: STABLE_BENCH\n' "$user"; done
}

# Puts the sudoers file in place after visudo has accepted it: a broken one would lock sudo. Prints it.
install_sudoers() { # USER...
  local draft=$RUN/sudoers settings
  prepare_run || return
  for settings in "${SUDO_SETTINGS[@]}"; do
    print_sudoers "$settings" "$@" >"$draft" || return
    ! command -v visudo >/dev/null || visudo -cqf "$draft" 2>/dev/null || continue
    [[ $settings == "${SUDO_SETTINGS[0]}" ]] || say "this sudo does not know all settings, but: $settings, secure_path"
    install_file 0440 "$draft" "$SUDOERS" && rm -f -- "$draft" && print_sudoers "$settings" "$@"
    return
  done
  rm -f -- "$draft"
  complain 'visudo refuses the sudoers file'
  return 1
}

# USERS: the users in an installed sudoers file, so that a second runner does not forget the first.
sudoers_users() {
  local name rest
  USERS=()
  [[ -f $SUDOERS ]] || return 0
  while read -r name rest; do [[ $rest == 'ALL=(root) NOPASSWD: STABLE_BENCH' ]] && USERS+=("$name"); done <"$SUDOERS"
  return 0
}
