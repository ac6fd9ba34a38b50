# The one sudoers file: complete command lines, each with its literal verb.

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
