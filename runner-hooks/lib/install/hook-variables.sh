# The hook variables in a runner's .env, which overrides the environment of its service. The directory belongs to the
# runner: a file there may be a link, or become one between two commands. So root stays in the directory that it has
# entered, reads with the runner's rights, creates only files that are not there yet, and sets no owner or mode by name.

# Sets the variables in .env. The file then belongs to root and is immutable, where the file system can do that. The
# runner owns the directory, so this is a hurdle and not a lock. With `remove` the variables are removed, and the file
# belongs to the runner again.
set_hooks() ( # RUNNER_DIR [remove]
  enter_runner "$1" "${2-}" || return
  unlock
  read_environment "$1" || return
  local line hooks=0 writer=0 mask=022
  local -a lines=() before=("${KEPT[@]}")
  for line in "${KEPT[@]}"; do
    if [[ $line == ACTIONS_RUNNER_HOOK_JOB_@(STARTED|COMPLETED)=* ]]; then hooks=1; else lines+=("$line"); fi
  done
  if [[ ${2-} != remove ]]; then
    lines+=("${HOOK_VARIABLES[@]}")
  elif ((!hooks)); then
    return 0
  elif ((${#lines[@]} == 0)); then
    rm -f -- .env
    return
  else
    # A directory that the runner cannot write to belongs to root: then root writes the file, and nobody can interfere.
    ! as "$OWNER" test -w . || writer=$OWNER
  fi
  [[ ! -e .env || $(stat -c %a -- .env) == *[4-7] ]] || mask=027
  # A new file is renamed into place: root never writes through something that the runner has put there.
  rm -f -- .env.stable-bench
  trap 'rm -f -- .env.stable-bench' EXIT
  printf '%s\n' "${lines[@]}" | (umask "$mask" && as "$writer" dd of=.env.stable-bench conv=excl) || { not_written "$1"; return; }
  # What somebody has added since (env.sh of the runner) would be lost.
  read_environment "$1" || return
  if [[ ${KEPT[*]} != "${before[*]}" ]]; then
    complain "$1/.env was changed meanwhile: run this again"
    return 1
  fi
  as "$writer" mv -fT -- .env.stable-bench .env || { not_written "$1"; return; }
  [[ ${2-} != remove ]] || return 0
  chattr +i -- .env 2>/dev/null || say "note: $1/.env cannot be made immutable here: a job could replace it"
  # A job may have put something else in its place meanwhile.
  line=$(hooks_lacking "$1") && return
  complain "$line: it was replaced while it was written: run this again while no job runs"
  return 1
)

not_written() { # RUNNER_DIR
  complain "$1/.env cannot be written: see whether its disk is full or read-only, and run this again"
  return 1
}

# Enters the runner's directory. OWNER, GROUP: its user and group. With `remove` it need not be a runner any more. A
# just-in-time runner has no .runner before its job: then it is the user of the directory.
enter_runner() { # RUNNER_DIR [remove]
  local file=.runner
  cd -P -- "$1" || return
  if [[ ! -f .runner || -L .runner ]]; then
    [[ ${2-} == remove || -f bin/Runner.Listener ]] || return
    file=.
  fi
  IFS=: read -r OWNER GROUP < <(stat -c %u:%g -- "$file")
}

# KEPT: the lines of .env.
read_environment() { # RUNNER_DIR
  KEPT=()
  [[ -e .env || -L .env ]] || return 0
  read_own "$1" .env || return
  mapfile -t KEPT < <(printf %s "$REPLY")
}

# REPLY: the text of a file in the entered directory, read with the runner's rights. Links are not followed.
read_own() { # RUNNER_DIR FILE
  local text=''
  if [[ ! -f $2 || -L $2 ]] || ! text=$(as "$OWNER" dd if="$2" iflag=nofollow,nonblock bs=64K count=17 && printf .) ||
    ((${#text} > 1048576)); then
    complain "$1/$2 is not a regular file that the runner can read: remove it or repair its owner, and run this again"
    return 1
  fi
  REPLY=${text%.}
}

# Runs a command with the rights of user $1 and the runner's group, and without our terminal.
as() { # USER_ID COMMAND...
  local -a rights=()
  ((EUID != 0)) || rights=(setsid -w setpriv "--reuid=$1" "--regid=$GROUP" --clear-groups --)
  "${rights[@]}" "${@:2}" 2>/dev/null
}

unlock() { [[ ! -f .env || -L .env ]] || chattr -i -- .env 2>/dev/null || true; }

# Fails when the .env of the runner in $1 cannot be read, or names the hooks of somebody else.
check_environment() ( # RUNNER_DIR
  local line
  enter_runner "$1" remove && read_environment "$1" || return
  for line in "${KEPT[@]}"; do
    [[ $line == ACTIONS_RUNNER_HOOK_JOB_@(STARTED|COMPLETED)=?* && $line != "${HOOK_VARIABLES[0]}" &&
      $line != "${HOOK_VARIABLES[1]}" ]] || continue
    complain "$1/.env already names other job hooks: call them from one script, or remove them"
    return 1
  done
)

remove_hooks() { set_hooks "$1" remove; } # RUNNER_DIR

# Succeeds when the .env of the runner in $1 has the hook variables and is root's. Otherwise it prints what is wrong.
hooks_lacking() ( # RUNNER_DIR
  local line lines
  enter_runner "$1" remove && read_environment "$1" || return
  printf -v lines '\n%s' "${KEPT[@]}" ''
  for line in "${HOOK_VARIABLES[@]}"; do
    [[ $lines != *$'\n'"$line"$'\n'* ]] || continue
    printf '%s' "$1/.env does not set ${line%%=*}: its jobs are not tuned"
    return 1
  done
  [[ $(stat -c %u -- .env) == "$ROOT_ID" ]] && return
  printf '%s' "$1/.env belongs to the runner, not to root"
  return 1
)

# Succeeds when the .env of the runner in $1 names hooks.
has_hooks() ( # RUNNER_DIR
  enter_runner "$1" remove && read_environment "$1" &&
    [[ ${KEPT[*]/#/$'\n'} == *$'\n'ACTIONS_RUNNER_HOOK_JOB_@(STARTED|COMPLETED)=* ]]
)
