# What an installation would change. The plan is made once: `install.sh --dry-run` prints its steps, `--check` fails
# when there are any, and `install.sh` does them.

# The steps in their order. STEP_WHAT: what is done. STEP_WHY: the first reason. STEP_RUN, STEP_ON: a command and its
# argument. FINDINGS: every reason of every step. PROBLEMS: how many problems no installation would solve.
STEP_WHAT=() STEP_WHY=() STEP_RUN=() STEP_ON=() FINDINGS=() PROBLEMS=0
# STOPS=yes: a problem prevents the installation.
STOPS=''

# Adds the step to do WHAT, for people, by running COMMAND ARGUMENT, unless it is planned already.
change() { # WHY WHAT COMMAND [ARGUMENT]
  local i
  FINDINGS+=("$1: install.sh would $2")
  for i in "${!STEP_RUN[@]}"; do [[ ${STEP_RUN[i]} != "$3" || ${STEP_ON[i]} != "${4-}" ]] || return 0; done
  STEP_WHY+=("$1") STEP_WHAT+=("$2") STEP_RUN+=("$3") STEP_ON+=("${4-}")
}

# Reports a problem that an installation does not solve. With `stops` it prevents the installation.
problem() { # WHY [stops]
  complain "$1"
  PROBLEMS=$((PROBLEMS + 1))
  [[ -z ${2-} ]] || STOPS=yes
}

# Makes the plan. Everything before step number LOCKED is done under the lock.
plan_installation() {
  not_in_container || problem "$REPLY: install it on the host" stops
  GUARDED=("$PLACE" "$CONFIG" "${CONFIG%/*}/conf.d" "$UNITS" "${SUDOERS%/*}")
  load_runners
  plan_place
  plan_kit
  [[ -e $CONFIG ]] || change "$CONFIG is missing" 'write the default configuration' write_configuration
  add_named_runners
  plan_runners
  if has_systemd; then plan_units; else
    say 'no systemd: plain mode: what a killed job leaves behind stays until the next hook, and the lease cannot end' \
      'by itself'
  fi
  LOCKED=${#STEP_RUN[@]}
  plan_sudoers
  plan_hooks
  if ! only_root_writes "${GUARDED[@]}"; then
    PROBLEMS=$((PROBLEMS + 1))
    STOPS=yes
  fi
}

# Plans to copy the kit. A kit that was changed must not install itself: the change would become part of it.
change_kit() { # WHY
  if [[ $here -ef $PLACE ]]; then problem "$1: install the kit again from where it came" stops; elif read_only "${PLACE%/*}"; then
    problem "$1, and ${PLACE%/*} is read-only: make it writable for the installation (mount -o remount,rw /usr), which the \
installed kit needs no more; or, where nothing can be added to it, install elsewhere (--prefix /opt/stable-bench)" stops
  else
    change "$1" "copy the kit to $PREFIX" copy_kit "$here"
  fi
}

# The place is noted first: an installation that was killed is found again. What is there is replaced, so it must be a kit, or
# empty.
plan_place() {
  local dir
  [[ $RECORDED == "$PREFIX" ]] || change "$PLACE_FILE does not name $PREFIX" 'note where the kit is' write_place
  for dir in "$PLACE" "$PLACE".{old,new}; do
    [[ -e $dir || -L $dir ]] || continue
    [[ -d $dir && ! -L $dir && ( -e $dir/checksums || -e $dir/stable-bench-host || -e $dir/lib || -z $(ls -A -- "$dir") ) ]] ||
      problem "$dir is there already, and is not the kit's: give the kit a directory of its own (--prefix $PREFIX/stable-bench)" stops
  done
  [[ ! $here -ef $PLACE || -e $PLACE/checksums ]] || problem "$PREFIX has the files that this installation copies: name another directory" stops
}

# OPEN=yes: somebody other than root may write the installed kit.
plan_kit() {
  local file
  OPEN=''
  if [[ ! -e $PLACE/stable-bench-host ]]; then
    change_kit "$PLACE/stable-bench-host is missing"
    return
  fi
  ! others_write "$PLACE" || OPEN=yes
  while IFS= read -r file; do
    change_kit "$file must belong to root, be writable by nobody else and no link"
    OPEN=yes
  done < <(find "$PLACE" -mindepth 1 ! \( \( -type f -o -type d \) -uid "$ROOT_ID" ! -perm /022 \))
  ! mislabelled || change_kit "$WHY"
  # Root must not run a program that others may write.
  [[ -n $OPEN ]] || starts "$PLACE/stable-bench-host" || change_kit "$WHY"
  plan_contents
}

# Compares the installed files with the checksums made when they were installed, and these with this kit.
plan_contents() {
  local file recorded version
  if [[ ! -e $PLACE/checksums ]]; then
    change_kit "$PLACE/checksums is missing"
    return
  fi
  recorded=$(<"$PLACE/checksums")
  while IFS= read -r file; do
    change_kit "$PLACE/$file was changed since it was installed"
  done < <(differing "$recorded" "$(kit_sums "$PLACE")")
  [[ ! $here -ef $PLACE ]] || return 0
  version=$(sed -n 's/^VERSION=//p' "$PLACE/lib/environment.sh" 2>/dev/null)
  if [[ $version != "$VERSION" ]]; then
    change_kit "the installed kit is version ${version:-unknown}, this one is $VERSION (the installed one checks itself with \
$PLACE/install.sh --check)"
    return
  fi
  while IFS= read -r file; do
    change_kit "$PLACE/$file differs from this kit (version $VERSION)"
  done < <(differing "$recorded" "$(kit_sums "$here")")
}

# Prints the files that differ between two lists of checksums.
differing() {
  printf '%s\n' "$1" "$2" | LC_ALL=C sort | uniq -u | sed '/^$/d; s/^[^ ]* [ *]//' | sort -u
}

# Succeeds when the installed file $1 is not the one of the kit, $2, or when others may write it. WHY says so.
unlike() { # FILE SOURCE
  local text=''
  if [[ ! -e $1 && ! -L $1 ]]; then
    WHY="$1 is missing"
  elif [[ ! -f $1 || -L $1 ]] || ! read_placed "$2" || IFS= read -r -d '' text <"$1" || [[ $text != "$PLACED" ]]; then
    WHY="$1 is not as install.sh writes it"
  else
    others_write "$1"
  fi
}

UNIT_FILES=(stable-bench-guard.service stable-bench-recover.service stablebench.slice)

plan_units() {
  local unit what='install the systemd units and enable stable-bench-recover'
  for unit in "${UNIT_FILES[@]}"; do
    ! unlike "$UNITS/$unit" "$here/systemd/$unit" || change "$WHY" "$what" install_units
  done
  timeout -k 2 "$STEP_TIMEOUT" systemctl is-enabled --quiet stable-bench-recover.service </dev/null 2>/dev/null ||
    change 'stable-bench-recover.service is not enabled' "$what" install_units
}
