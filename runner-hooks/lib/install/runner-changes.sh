# What an installation would change for the runners: their drop-ins, the sudoers file, the hook variables.

# Adds the runners of --runner to those that are installed already. NAMED[DIR]: `stops`, since a problem of such a
# runner stops the installation.
add_named_runners() {
  local dir user mode=hooks
  declare -gA NAMED=()
  [[ -z $EPHEMERAL ]] || mode=ephemeral
  for dir in "${RUNNERS[@]}"; do
    if [[ $dir != /* || ! -d $dir ]] || ! is_runner "$dir"; then
      problem "--runner $dir: not the absolute path of a configured runner (it has no .runner file)" stops
      continue
    fi
    if ! user_of "$dir"; then
      problem "--runner $dir: it has no .runner file and belongs to root: give the directory to the user of the runner" stops
      continue
    fi
    user=$REPLY
    if [[ ! $user =~ ^[a-z_][a-z0-9_-]{0,31}$ ]]; then
      problem "--runner $dir: it belongs to the unusual user $user: give it to one with a-z, 0-9, _ and - only" stops
      continue
    fi
    NAMED[$dir]=stops
    know_runner "$mode" "${RUNNER_SERVICE[$dir]:--}" "$dir"
  done
}

# Succeeds when the directory is that of a runner. A just-in-time runner has no .runner before its job.
is_runner() { # RUNNER_DIR
  if [[ -e $1/.runner || -L $1/.runner ]]; then [[ -f $1/.runner && ! -L $1/.runner ]]; else
    [[ -f $1/bin/Runner.Listener && ! -L $1/bin/Runner.Listener ]]
  fi
}

# Plans for every runner, and for the list of them. A bad state of a runner that --runner does not name is reported, but
# does not stop the installation of the others.
plan_runners() {
  local dir
  local -a there=()
  for dir in "${RUNNER_DIRS[@]}"; do
    if [[ -d $dir ]]; then
      there+=("$dir")
      plan_service "$dir"
    else
      change "$dir is not there any more" 'write the list of runners' write_runners
    fi
  done
  RUNNER_DIRS=("${there[@]}")
  [[ $(print_runners) == "$(cat -- "$PLACE/runners" 2>/dev/null)" ]] ||
    change "the list of runners ($PLACE/runners) is not complete" 'write the list of runners' write_runners
  ((${#RUNNER_DIRS[@]})) || problem 'no runner is installed, so no job will be tuned: install.sh --runner DIR'
}

# RUNNER_SERVICE becomes the service that the runner has now. Without one, a runner that --runner does not name keeps
# the one that it was installed with.
plan_service() { # RUNNER_DIR
  local old=${RUNNER_SERVICE[$1]} EPHEMERAL=''
  local unit=$old
  [[ ${RUNNER_MODE[$1]} == hooks ]] || EPHEMERAL=yes
  if ! has_systemd; then
    [[ -z $EPHEMERAL ]] || problem '--ephemeral needs systemd: nothing else would tune' "${NAMED[$1]-}"
    return
  fi
  if ! find_unit "$1"; then
    problem "$1: its service is not known: the line before says why" "${NAMED[$1]-}"
  elif [[ -n ${NAMED[$1]-} ]]; then unit=${RUNNER_UNIT:--}; else unit=${RUNNER_UNIT:-$old}; fi
  RUNNER_SERVICE[$1]=$unit
  [[ $old == @(-|"$unit") ]] || change "$old is not the service of $1 any more" "remove the drop-in of $old" remove_drop_in "$old"
  if [[ $unit == - ]]; then
    say "$1 has no service (svc.sh install): only the guard restores"
    return
  fi
  GUARDED+=("$UNITS/$unit.d")
  drop_in_source "$1"
  ! unlike "$UNITS/$unit.d/stable-bench.conf" "$REPLY" || change "$WHY" "install the drop-in of $unit" install_drop_in "$1"
}

# REPLY: the kit's file for the drop-in of the runner in $1.
drop_in_source() {
  REPLY=$here/systemd/runner.conf
  [[ ${RUNNER_MODE[$1]} == hooks ]] || REPLY=$here/systemd/runner-ephemeral.conf
}

# USERS: those in the sudoers file and those of the runners.
plan_sudoers() {
  local dir user what
  local -A runs=()
  local -a lacking=() installed
  sudoers_users
  installed=("${USERS[@]}")
  for dir in "${RUNNER_DIRS[@]}"; do
    user_of "$dir" || continue
    runs[$REPLY]=yes
    [[ " ${installed[*]} " == *" $REPLY "* ]] ||
      lacking+=("$SUDOERS does not allow $REPLY, the user of $dir: its jobs are not tuned")
  done
  mapfile -t USERS < <(printf '%s\n' "${USERS[@]}" "${!runs[@]}" | sed '/^$/d' | sort -u)
  ((${#USERS[@]})) || return 0
  what="allow ${USERS[*]} seven exact commands in $SUDOERS"
  if unlike_sudoers "${installed[@]}"; then change "$WHY" "$what" allow_users; fi
  for user in "${lacking[@]}"; do change "$user" "$what" allow_users; done
  for user in "${installed[@]}"; do
    [[ -n ${runs[$user]-} ]] ||
      problem "$SUDOERS allows $user, for whom no installed runner is known: install.sh --runner again, or take the line out"
  done
}

# REPLY: the user of the runner in $1. An ephemeral runner has no .runner between two jobs: then it is the user of the
# directory, unless that is root.
user_of() { # RUNNER_DIR
  REPLY=$(stat -c %U -- "$1/.runner" 2>/dev/null) || { REPLY=$(stat -c %U -- "$1") && [[ $REPLY != root ]]; }
}

# Succeeds when the sudoers file is not what install.sh writes for the users $@. WHY says so.
unlike_sudoers() { # USER...
  local settings text foreign
  if [[ ! -e $SUDOERS ]]; then
    WHY="$SUDOERS is missing"
    return
  fi
  text=$(cat -- "$SUDOERS" 2>/dev/null)
  for settings in "${SUDO_SETTINGS[@]}"; do
    [[ $text != "$(print_sudoers "$settings" "$@")" ]] || { others_write "$SUDOERS"; return; }
  done
  foreign=$(grep -vxF -f <(for settings in "${SUDO_SETTINGS[@]}"; do print_sudoers "$settings" "$@"; done) <<<"$text" | head -n 1)
  WHY="$SUDOERS is not what install.sh writes${foreign:+, for instance: $foreign}"
}

# In the ephemeral mode there are no hooks: a runner that had some does not keep them.
plan_hooks() {
  local dir
  for dir in "${RUNNER_DIRS[@]}"; do
    if ! check_environment "$dir"; then
      if [[ ${RUNNER_MODE[$dir]} == hooks ]]; then WHY='its jobs are not tuned'; else WHY='its .env stays as it is'; fi
      problem "$dir: $WHY" "${NAMED[$dir]-}"
    elif [[ ${RUNNER_MODE[$dir]} == ephemeral ]]; then
      ! has_hooks "$dir" || change "$dir/.env names hooks" "take the hook variables out of $dir/.env" remove_hooks "$dir"
    elif ! WHY=$(hooks_lacking "$dir"); then
      change "$WHY" "set the hook variables in $dir/.env (restart the runner for them)" set_hooks "$dir"
    fi
  done
}
