# For --check: whether files are there, root's, and as they were installed.

# Fails when $1 is missing or, where there is a REFERENCE, not like it.
check_there() { # PATH WHAT [REFERENCE]
  CHECKED+=("$1")
  if [[ ! -e $1 ]]; then
    complain "missing: $2 at $1: run install.sh again"
    return 1
  fi
  if [[ -n ${3-} ]] && { [[ -L $1 ]] || ! cmp -s -- "$1" "$3"; }; then
    complain "$1 is not as it was installed (compare it with $3): run install.sh again"
    return 1
  fi
  say "ok: $2 is at $1"
}

# OPEN: whether others may write the kit.
check_kit() {
  local bad=0 file
  check_there "$PLACE/stable-bench-host" 'the kit' || return
  only_root_writes "$PLACE" || OPEN=yes
  while IFS= read -r file; do
    complain "$file must belong to root, be writable by nobody else and no link"
    OPEN=yes
  done < <(find "$PLACE" -mindepth 1 ! \( \( -type f -o -type d \) -uid "$ROOT_ID" ! -perm /022 \))
  # What others may write is not run here, as root.
  if [[ -n $OPEN ]] || ! starts "$PLACE/stable-bench-host"; then bad=1; fi
  check_contents || bad=1
  return "$bad"
}

# Compares the installed files with the checksums of when they were installed, and these with the kit that does this.
check_contents() {
  local bad=0 file recorded='' version
  if check_there "$PLACE/checksums" 'its list of checksums'; then
    recorded=$(<"$PLACE/checksums")
    while IFS= read -r file; do
      complain "$PLACE/$file was changed since it was installed: run install.sh again"
      bad=1
    done < <(differing "$recorded" "$(kit_sums "$PLACE")")
  else
    bad=1
  fi
  [[ ! $here -ef $PLACE ]] || return "$bad"
  version=$(sed -n 's/^VERSION=//p' "$PLACE/lib/environment.sh" 2>/dev/null)
  if [[ $version != "$VERSION" ]]; then
    complain "the installed kit is version ${version:-unknown}, this one is $VERSION: install this one, or let the" \
      "installed one check itself: $PLACE/install.sh --check"
    return 1
  fi
  while IFS= read -r file; do
    complain "$PLACE/$file differs from this kit (version $VERSION): run install.sh again"
    bad=1
  done < <([[ -z $recorded ]] || differing "$recorded" "$(kit_sums "$here")")
  return "$bad"
}

# Prints the files that are not alike in two lists of checksums.
differing() {
  printf '%s\n' "$1" "$2" | LC_ALL=C sort | uniq -u | sed '/^$/d; s/^[^ ]* [ *]//' | sort -u
}

# The sudoers file is what install.sh writes, for the users of the installed runners.
check_sudoers() {
  local settings foreign known='' dir user bad=0
  local -A runs=()
  ((${#RUNNER_DIRS[@]})) || [[ -e $SUDOERS ]] || return 0
  check_there "$SUDOERS" 'the sudoers file' || return
  sudoers_users
  for settings in "${SUDO_SETTINGS[@]}"; do
    [[ $(<"$SUDOERS") != "$(print_sudoers "$settings" "${USERS[@]}")" ]] || known=yes
  done
  if [[ -z $known ]]; then
    foreign=$(grep -vxF -f <(for settings in "${SUDO_SETTINGS[@]}"; do print_sudoers "$settings" "${USERS[@]}"; done) \
      -- "$SUDOERS" | head -n 1)
    complain "$SUDOERS is not what install.sh writes${foreign:+, for instance: $foreign}: run install.sh again"
    bad=1
  fi
  for dir in "${RUNNER_DIRS[@]}"; do
    # An ephemeral runner has no .runner between two jobs: it takes it away after its one.
    if ! user=$(stat -c %U -- "$dir/.runner" 2>/dev/null); then
      user=$(stat -c %U -- "$dir" 2>/dev/null) || continue
      [[ $user != root ]] || continue
    fi
    runs[$user]=yes
    [[ " ${USERS[*]} " != *" $user "* ]] || continue
    complain "$SUDOERS does not allow $user, the user of $dir: its jobs are not tuned"
    bad=1
  done
  for user in "${USERS[@]}"; do
    [[ -z ${runs[$user]-} ]] || continue
    complain "$SUDOERS allows $user, for whom no installed runner is known: install.sh --runner again, or take the line out"
    bad=1
  done
  return "$bad"
}
