#!/usr/bin/env bats
# The lines for sudo, and the programs that they lead to.
load ../kit
load plain

@test "the sudoers file has complete command lines with literal verbs, and sudo accepts it" {
  run -0 "$KIT/install.sh" --runner "$runner"
  sudoers=$MACHINE/etc/sudoers.d/stable-bench
  [ "$(stat -c %a "$sudoers")" = 440 ]
  run -1 grep -E '\*|SETENV|ALL$' "$sudoers"
  [ "$(grep -o 'stable-bench-host [a-z-]*' "$sudoers" | tr '\n' ' ')" = 'stable-bench-host tune stable-bench-host restore stable-bench-host status stable-bench-host verify stable-bench-host attach stable-bench-host attach-load stable-bench-host drop-caches ' ]
  grep -q '!setenv' "$sudoers"
  ! command -v visudo >/dev/null || visudo -cqf "$sudoers"
}

@test "several runners: one sudoers line for each user, and the second does not forget the first" {
  cp -r "$runner" "$runner-2"
  [[ $EUID -ne 0 ]] || chown -R daemon "$runner-2"
  run -0 "$KIT/install.sh" --runner "$runner"
  run -0 "$KIT/install.sh" --runner "$runner-2"
  [ "$(grep -c 'NOPASSWD: STABLE_BENCH' "$MACHINE/etc/sudoers.d/stable-bench")" = "$((EUID == 0 ? 2 : 1))" ]
  [ "$(wc -l <"$place/runners")" = 2 ]
  run -0 "$place/install.sh" --check
  : >"$runner/.env"
  run -1 "$place/install.sh" --check
  [[ "$output" == *"its jobs are not tuned"* ]]
  run -0 "$place/uninstall.sh"
  run -1 grep -q HOOK "$runner-2/.env"
}

@test "a sudo that does not know all settings (sudo-rs) gets those that it knows, with a message" {
  printf '%s\n' '#!/bin/bash' 'for file in "$@"; do :; done' \
    'if grep -E "setenv|requiretty" "$file"; then echo "unknown setting" >&2; exit 1; fi' \
    'echo "$file: parsed OK"' >"$BOX/bin/visudo"
  chmod +x "$BOX/bin/visudo"
  run -0 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"this sudo does not know"* ]]
  # That one says so in spite of -q.
  [[ "$output" != *"parsed OK"* ]]
  sudoers=$MACHINE/etc/sudoers.d/stable-bench
  grep -qx 'Defaults!STABLE_BENCH use_pty, secure_path="/usr/sbin:/usr/bin:/sbin:/bin"' "$sudoers"
  grep -q 'NOPASSWD: STABLE_BENCH' "$sudoers"
  echo '# changed' >>"$sudoers"
  printf '#!/bin/bash\nexit 1\n' >"$BOX/bin/visudo"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"visudo refuses"* ]]
  grep -q 'NOPASSWD: STABLE_BENCH' "$sudoers"
}

@test "a root program that cannot start here is not installed, and check finds one" {
  run -0 "$KIT/install.sh" --runner "$runner"
  sed -i '1s|.*|#!/usr/bin/env -S --no-such-option /bin/bash -p|' "$place/stable-bench-host"
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"does not start"*"no-such-option"* ]]
  run -0 "$KIT/install.sh" --runner "$runner"
  cp "$KIT/stable-bench-host" "$BOX/good"
  sed -i '1s|.*|#!/usr/bin/env -S --no-such-option /bin/bash -p|' "$KIT/stable-bench-host"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"does not start"*"no-such-option"* ]]
  cmp "$place/stable-bench-host" "$BOX/good"
}

@test "the hook scripts are under six lines and call the one program" {
  for script in job-started.sh job-completed.sh; do
    (($(wc -l <"$HOOKS/$script") < 6))
    run -0 grep -c '/usr/bin/sudo -n "${BASH_SOURCE\[0]%/\*}/stable-bench-host" ' "$HOOKS/$script"
  done
}
