# The sudoers file.

# The settings for our commands, the best first. sudo-rs refuses settings that it does not know; those that are left out
# for it are its defaults.
SUDO_SETTINGS=('env_reset, !setenv, !requiretty, use_pty' 'env_reset, !setenv, use_pty' 'use_pty')

# Prints the sudoers file for the users $2...: complete command lines, each with its literal verb.
print_sudoers() { # SETTINGS USER...
  local verb user commands=''
  for verb in tune restore status verify attach attach-load drop-caches; do
    commands+=", $PREFIX/stable-bench-host $verb"
  done
  printf 'Cmnd_Alias STABLE_BENCH = %s\n' "${commands#, }"
  printf 'Defaults!STABLE_BENCH %s, secure_path="%s"\n' "$1" /usr/sbin:/usr/bin:/sbin:/bin
  for user in "${@:2}"; do printf '%s ALL=(root) NOPASSWD: STABLE_BENCH\n' "$user"; done
}

# Puts the sudoers file for USERS in place after visudo has accepted it: a broken file would lock sudo. Prints it.
allow_users() {
  local draft=$PRIVATE/sudoers settings
  prepare_run || return
  for settings in "${SUDO_SETTINGS[@]}"; do
    print_sudoers "$settings" "${USERS[@]}" >"$draft" || return
    ! command -v visudo >/dev/null || visudo -cqf "$draft" >/dev/null 2>&1 || continue
    [[ $settings == "${SUDO_SETTINGS[0]}" ]] || say "this sudo does not know all settings; it gets: $settings, secure_path"
    install_file 0440 "$draft" "$SUDOERS" && rm -f -- "$draft" && print_sudoers "$settings" "${USERS[@]}"
    return
  done
  rm -f -- "$draft"
  complain "visudo refuses the sudoers file: run \"visudo -c\" for the reason; nothing was allowed"
  return 1
}

# USERS: the users in the installed sudoers file, so that a second runner does not push out the first.
sudoers_users() {
  local name rest
  USERS=()
  [[ -f $SUDOERS ]] || return 0
  while read -r name rest; do [[ $rest == 'ALL=(root) NOPASSWD: STABLE_BENCH' ]] && USERS+=("$name"); done 2>/dev/null <"$SUDOERS"
  return 0
}
