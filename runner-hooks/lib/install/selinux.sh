# SELinux. Fedora's and RHEL's policy (targeted) lets systemd start an unlisted program, without confinement, where the type of
# its file is bin_t or usr_t. Below /usr/lib the type would be lib_t, which systemd may not start. Everything else that is
# installed has the type of its directory.
PROGRAM_TYPE=bin_t

# Gives the root program of the kit in $1 its type, and notes it for the next relabelling of the file system.
label_program() { # KIT
  has_selinux || return 0
  ! command -v semanage >/dev/null || note_type -a || note_type -m || say "note: semanage does not take the type of $PREFIX/stable-bench-host"
  chcon -t "$PROGRAM_TYPE" -- "$1/stable-bench-host" && return
  complain "$1/stable-bench-host cannot be labelled as $PROGRAM_TYPE: the guard could not restore under SELinux"
  return 1
}

# Without the lock: what semanage starts has a domain of its own, which may not have it.
note_type() { semanage fcontext "$1" -t "$PROGRAM_TYPE" "$PREFIX/stable-bench-host" >/dev/null 2>&1 9>&-; } # -a|-m|-d

# Succeeds when the installed program has another type. WHY says so.
mislabelled() {
  local label
  has_selinux || return
  label=$(stat -c %C -- "$PLACE/stable-bench-host")
  WHY="$PLACE/stable-bench-host has the SELinux type of $label, not $PROGRAM_TYPE"
  [[ $label != *:"$PROGRAM_TYPE"?(:*) ]]
}

forget_type() { ! has_selinux || ! command -v semanage >/dev/null || note_type -d || true; }

has_selinux() { selinuxenabled 2>/dev/null; }
