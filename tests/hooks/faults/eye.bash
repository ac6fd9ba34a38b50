# An independent eye: it knows none of the kit's knobs. It reads every file below the fake root, and says what differs
# between two looks. Sourced by eye.bats.

# look NAME: everything below the fake root: path, kind, mode, owner, where a link leads, content. But the list of processes
# in the root cgroup, to which every call of the kit moves.
look() {
  (
    cd "$MACHINE" || exit
    find . ! -path ./sys/fs/cgroup/cgroup.procs -printf '%P\t%y %m %U %l\n'
    find . -type f ! -path ./sys/fs/cgroup/cgroup.procs -exec md5sum -- {} + | sed 's/^\([0-9a-f]*\) *\.\/\(.*\)$/\2\t\1/'
  ) | LC_ALL=C sort >"$BOX/$1.look"
}

# differs A B: the paths that are not the same in both looks.
differs() { LC_ALL=C comm -3 "$BOX/$1.look" "$BOX/$2.look" | sed 's/^\t//' | cut -f1 | LC_ALL=C sort -u; }

# only A B REGEX...: every difference between two looks is on the list; each REGEX matches a whole path.
only() {
  local list unexpected
  printf -v list '|%s' "${@:3}"
  unexpected=$(differs "$1" "$2" | grep -vxE -- "${list#|}") || true
  [[ -z $unexpected ]] && return
  echo "between $1 and $2: ${unexpected//$'\n'/ }"
  while IFS= read -r path; do head -n 2 "$MACHINE/$path" 2>&1; done <<<"$unexpected" | head -n 20
  return 1
}
