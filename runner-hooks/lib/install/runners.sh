# The installed runners. $PLACE/runners has a line for each: its mode (hooks or ephemeral), the unit that it was
# installed with (- without a service), and its directory.

# RUNNER_DIRS: the directories of the runners. RUNNER_MODE, RUNNER_SERVICE: the mode and the unit of each.
load_runners() {
  local line list=$PLACE/runners
  # The leftovers of an installation that was killed (put_back_kit).
  [[ -e $PLACE ]] || list=$PLACE.old/runners
  RUNNER_DIRS=()
  declare -gA RUNNER_MODE=() RUNNER_SERVICE=()
  [[ -f $list ]] || return 0
  while IFS= read -r line; do
    [[ $line =~ ^(hooks|ephemeral)\ ([^ ]+)\ (/.*)$ ]] || continue
    know_runner "${BASH_REMATCH[@]:1}"
  done <"$list"
}

know_runner() { # MODE UNIT RUNNER_DIR
  [[ -n ${RUNNER_MODE[$3]-} ]] || RUNNER_DIRS+=("$3")
  RUNNER_MODE[$3]=$1 RUNNER_SERVICE[$3]=$2
}

# Prints the list of the runners.
print_runners() {
  local dir
  for dir in "${RUNNER_DIRS[@]}"; do
    printf '%s %s %s\n' "${RUNNER_MODE[$dir]}" "${RUNNER_SERVICE[$dir]}" "$dir"
  done | sort
}

# Writes the list, by which --check and uninstall.sh know every runner.
write_runners() { print_runners >"$PLACE/runners.new" && mv -f -- "$PLACE/runners.new" "$PLACE/runners"; }

remove_drop_in() { # UNIT
  rm -f -- "$UNITS/$1.d/stable-bench.conf"
  rmdir -- "$UNITS/$1.d" 2>/dev/null
  return 0
}

# RUNNER_UNIT: the unit of the runner in $1, or nothing. svc.sh leaves its name in a file, which the runner may change.
# So the unit must also work in this directory: only root can have set that.
find_unit() { # RUNNER_DIR
  local works_in named
  RUNNER_UNIT=''
  if [[ ! -e $1/.service && ! -L $1/.service ]]; then
    [[ -z $EPHEMERAL ]] && return
    complain "--ephemeral needs a service, and $1 has none (svc.sh install): nothing else would tune"
    return 1
  fi
  named=$(enter_runner "$1" remove && read_own "$1" .service && printf %s "$REPLY") || return
  read -r RUNNER_UNIT <<<"$named"
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
