# The steps of install.sh and uninstall.sh. Each says what it does; with DRY_RUN=yes it says so and does nothing.
PLACE=$ROOT/usr/lib/stable-bench
UNITS=$ROOT/etc/systemd/system
SUDOERS=$ROOT/etc/sudoers.d/stable-bench
HOOK_VARIABLES=(ACTIONS_RUNNER_HOOK_JOB_STARTED=/usr/lib/stable-bench/job-started.sh
  ACTIONS_RUNNER_HOOK_JOB_COMPLETED=/usr/lib/stable-bench/job-completed.sh)

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

# Copies the kit next to its place, then swaps by two renames: never a mixture of two versions.
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
  [[ ! -e $PLACE ]] || mv -- "$PLACE" "$PLACE.old"
  mv -- "$PLACE.new" "$PLACE" && rm -rf -- "$PLACE.old"
}

# Prints the sudoers file for users $@: complete command lines, each with its literal verb.
print_sudoers() {
  local verb user commands=''
  for verb in tune restore status verify attach drop-caches; do
    commands+=", /usr/lib/stable-bench/stable-bench-host $verb"
  done
  printf 'Cmnd_Alias STABLE_BENCH = %s\n' "${commands#, }"
  printf 'Defaults!STABLE_BENCH env_reset, !setenv, !requiretty, use_pty, secure_path="%s"\n' \
    /usr/sbin:/usr/bin:/sbin:/bin
  for user in "$@"; do printf '%s ALL=(root) NOPASSWD: STABLE_BENCH\n' "$user"; done
}

# Puts the sudoers file in place after visudo has accepted it: a broken one would lock sudo.
install_sudoers() {
  local draft=$RUN/sudoers
  prepare_run && print_sudoers "$@" >"$draft" || return
  if command -v visudo >/dev/null && ! visudo -cqf "$draft"; then
    complain 'visudo refuses the sudoers file'
    return 1
  fi
  install_file 0440 "$draft" "$SUDOERS" && rm -f -- "$draft"
}

# USERS: the users in an installed sudoers file, so that a second runner does not forget the first.
sudoers_users() {
  local name rest
  USERS=()
  [[ -f $SUDOERS ]] || return 0
  while read -r name rest; do [[ $rest == 'ALL=(root) NOPASSWD: STABLE_BENCH' ]] && USERS+=("$name"); done <"$SUDOERS"
  return 0
}

# Sets the hook variables in the runner's .env, which overrides its service's environment. The file becomes root's and,
# where the file system can, immutable; the runner owns the directory, so this is a hurdle and not a lock.
set_hooks() { # RUNNER_DIR
  local file=$1/.env line
  unlock "$file"
  {
    [[ ! -f $file ]] || while IFS= read -r line || [[ -n $line ]]; do
      [[ $line == ACTIONS_RUNNER_HOOK_JOB_@(STARTED|COMPLETED)=* ]] || printf '%s\n' "$line"
    done <"$file"
    [[ ${2-} == remove ]] || printf '%s\n' "${HOOK_VARIABLES[@]}"
  } >"$PLACE/env.new" || return
  if [[ -L $file || -d $file ]]; then
    complain "$file is not a regular file"
    return 1
  fi
  # Renamed into place: never written through whatever the runner has put there.
  if ! install -m 0644 -- "$PLACE/env.new" "$1/.env.stable-bench" || ! mv -fT -- "$1/.env.stable-bench" "$file"; then
    return 1
  fi
  rm -f -- "$PLACE/env.new"
  if [[ ${2-} != remove ]]; then
    chattr +i -- "$file" 2>/dev/null || true
  elif [[ -s $file ]]; then
    # The runner's again, as config.sh had left it.
    [[ $EUID -ne 0 ]] || chown --reference="$1/.runner" -- "$file"
  else
    rm -f -- "$file"
  fi
}

unlock() { [[ ! -f $1 ]] || chattr -i -- "$1" 2>/dev/null || true; }

# Succeeds when the runner in $1 has hooks of somebody else.
has_other_hooks() {
  [[ -f $1/.env ]] && grep -E '^ACTIONS_RUNNER_HOOK_JOB_(STARTED|COMPLETED)=.' "$1/.env" |
    grep -qvxFf <(printf '%s\n' "${HOOK_VARIABLES[@]}")
}
