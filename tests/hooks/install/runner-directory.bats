#!/usr/bin/env bats
# The installer does not trust what it finds in a runner's directory: files, links, names of units.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  runner=$BOX/actions-runner
  unit=actions.runner.org.box.service
  mkdir -p "$runner" "$MACHINE/usr/lib" "$MACHINE/etc/systemd/system" "$MACHINE/etc/sudoers.d"
  put /proc/cmdline 'root=/dev/vda'
  echo '{}' >"$runner/.runner"
  echo 'LANG=C.UTF-8' >"$runner/.env"
  [[ $EUID -ne 0 ]] || chown -R nobody: "$runner"
  place=$MACHINE/usr/lib/stable-bench
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  # What only root may read.
  secret=$BOX/shadow
  echo 'root:secret' >"$secret" && chmod 600 "$secret"
  kept=$(stat -c '%U %a' "$secret")
}

# has_service UNIT DIRECTORY: the runner has a service, which works in DIRECTORY.
has_service() {
  make_systemd
  echo "$1" >"$runner/.service"
  echo "$2" >"$MACHINE/etc/units/$1:WorkingDirectory"
}

# Nobody else can read the secret, wherever; it is as it was.
untold() {
  local file
  [ "$(stat -c '%U %a' "$secret")" = "$kept" ] && [ "$(cat "$secret")" = root:secret ] || return 1
  while IFS= read -r file; do
    [ "$file" = "$secret" ] || { echo "told: $file $(stat -c '%U %a' "$file")"; return 1; }
  done < <(grep -rl root:secret "$BOX" --exclude-dir=bats 2>/dev/null)
}

@test "a .env that is a link to a file of root is refused before anything is installed, and nobody learns its text" {
  rm "$runner/.env" && ln -s "$secret" "$runner/.env"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *".env is not a regular file that the runner can read"* ]]
  [ ! -e "$place" ]
  untold
}

@test "uninstall does not read through such a link either" {
  run -0 "$KIT/install.sh" --runner "$runner"
  rm "$runner/.env" && ln -s "$secret" "$runner/.env"
  run -1 "$place/uninstall.sh"
  untold
  [ ! -e "$place/env.new" ]
}

@test "a .env that only root can read is not read" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'
  # Renamed into place: the runner owns the directory.
  mv "$secret" "$runner/.env"
  run -1 "$KIT/install.sh" --runner "$runner"
  run -1 grep -rl root:secret "$MACHINE"
  [ "$(stat -c '%U %a' "$runner/.env")" = 'root 600' ]
}

@test "a .env that is a named pipe does not hang the installer" {
  rm "$runner/.env" && mkfifo "$runner/.env"
  run -1 timeout 60 "$KIT/install.sh" --runner "$runner"
  run -1 timeout 60 "$KIT/install.sh" --check --runner "$runner"
}

@test "a .env that others cannot read stays so" {
  chmod 600 "$runner/.env"
  run -0 "$KIT/install.sh" --runner "$runner"
  [[ "$(stat -c '%U %a' "$runner/.env")" == "$(id -un) 640" ]]
  [ "$(stat -c %G "$runner/.env")" = "$(stat -c %G "$runner/.runner")" ]
  run -0 "$place/uninstall.sh"
  [[ "$(stat -c '%U %a' "$runner/.env")" == "$(stat -c %U "$runner/.runner") 6"[04]0 ]]
}

# A job that swaps files while root works: at the COUNT-th command of set_hooks both names are links to the secret, one
# command later .env is a file again. Prints whether there was such a command.
swap_at() { # COUNT [remove]
  bash -c '
    set -uo pipefail
    for part in environment log step machine/{kernel,units} install/{kit-files,hook-variables}; do
      source "$1/lib/$part.sh"
    done
    load_place
    RUN=$4 count=$5 at=0
    swap() {
      ((++at == count)) && ln -sfn "$3" "$2/.env" && ln -sfn "$3" "$2/.env.stable-bench"
      ((at == count + 1)) && rm -f "$2/.env" && echo LANG=C.UTF-8 >"$2/.env"
      ((at <= count)) || echo reached >"$2/.reached"
    }
    set -T
    mkdir -p "$PLACE"
    trap "swap x \"$2\" \"$3\"" DEBUG
    set_hooks "$2" ${6-}
    trap - DEBUG
  ' swap "$KIT" "$runner" "$secret" "$BOX" "$@" >/dev/null 2>&1
  [[ -e $runner/.reached ]]
}

@test "links put into place between any two commands of root are not followed" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'
  local count mode points=0
  for mode in '' remove; do
    for ((count = 1; count < 200; count++)); do
      rm -f "$runner"/.env* "$runner/.reached"
      printf 'LANG=C.UTF-8\nACTIONS_RUNNER_HOOK_JOB_STARTED=/usr/lib/stable-bench/job-started.sh\n' >"$runner/.env"
      chown nobody: "$runner/.env"
      swap_at "$count" $mode || break
      untold || { echo "links at command $count of set_hooks $mode"; return 1; }
      points=$((points + 1))
    done
  done
  echo "# commands of set_hooks between which links were put: $points" >&3
  ((points >= 20))
}

@test "what the runner writes to its .env while root does is neither lost nor believed" {
  # during COMMAND CHANGE: an installation, in which CHANGE happens just before that command of root's.
  local part=$KIT/lib/install/hook-variables.sh
  cp "$part" "$BOX/part"
  during() {
    { cat "$BOX/part" && printf '%s\n' 'eval "alone_$(declare -f as)"' "as() { [[ \"\$*\" != *'$1 '*.env.stable-bench* ]] || { $2; }; alone_as \"\$@\"; }"; } >"$part"
    run -1 "$KIT/install.sh" --runner "$runner"
    cp "$BOX/part" "$part"
  }
  # env.sh of the runner adds a line.
  during dd "echo JAVA_HOME=/java >>'$runner/.env'"
  [[ "$output" == *"$runner/.env was changed meanwhile: run this again"* ]]
  [ "$(xargs <"$runner/.env")" = 'LANG=C.UTF-8 JAVA_HOME=/java' ]
  # A job gives root another file to put into place.
  during mv "rm '$runner/.env.stable-bench'; echo LANG=C >'$runner/.env.stable-bench'"
  [[ "$output" == *"$runner/.env does not set ACTIONS_RUNNER_HOOK_JOB_STARTED"*'it was replaced while it was written: run this again'* ]]
  echo JAVA_HOME=/java >"$runner/.env"
  [[ $EUID -ne 0 ]] || chown nobody: "$runner/.env"
  run -0 "$KIT/install.sh" --runner "$runner"
  [[ "$(xargs <"$runner/.env")" == "JAVA_HOME=/java ACTIONS_RUNNER_HOOK_JOB_STARTED="*' ACTIONS_RUNNER_HOOK_JOB_COMPLETED='* ]]
  [ ! -e "$runner/.env.stable-bench" ]
}

@test "the unit that .service names gets no drop-in when it does not work in the runner's directory" {
  has_service ssh.service ''
  for directory in '' / /opt/other; do
    echo "$directory" >"$MACHINE/etc/units/ssh.service:WorkingDirectory"
    run -1 "$KIT/install.sh" --runner "$runner"
    [[ "$output" == *"ssh.service"*"works in"*"not in $runner"* ]]
    [ ! -e "$MACHINE/etc/systemd/system/ssh.service.d" ]
    [ ! -e "$place" ]
  done
  echo "$runner" >"$MACHINE/etc/units/ssh.service:WorkingDirectory"
  run -0 "$KIT/install.sh" --runner "$runner/"
  [ -e "$MACHINE/etc/systemd/system/ssh.service.d/stable-bench.conf" ]
}

@test "the ephemeral mode forgets no runner that has hooks" {
  has_service "$unit" "$runner"
  cp -r "$runner" "$runner-2" && rm "$runner-2/.service"
  [[ $EUID -ne 0 ]] || chown -R daemon: "$runner-2"
  run -0 "$KIT/install.sh" --runner "$runner-2"
  run -0 "$KIT/install.sh" --runner "$runner" --ephemeral
  diff "$place/runners" <(printf '%s\n' "ephemeral $unit $runner" "hooks - $runner-2")
  run -0 "$place/uninstall.sh"
  [ "$(cat "$runner-2/.env")" = LANG=C.UTF-8 ]
}

@test "the ephemeral mode is refused without a service or systemd, since nothing would ever tune" {
  run -1 "$KIT/install.sh" --runner "$runner" --ephemeral
  [[ "$output" == *"--ephemeral needs systemd"* ]]
  make_systemd
  run -1 "$KIT/install.sh" --runner "$runner" --ephemeral
  [[ "$output" == *"--ephemeral needs a service"*"svc.sh install"* ]]
  [ ! -e "$place" ]
}

@test "a .service that is a link, a queue or a file of root is not read, neither to install nor to check" {
  has_service "$unit" "$runner"
  run -0 "$KIT/install.sh" --runner "$runner"
  # What root would read through the link names the right unit.
  cp "$runner/.service" "$BOX/elsewhere"
  for kind in link queue; do
    rm "$runner/.service"
    if [[ $kind == queue ]]; then mkfifo "$runner/.service"; else ln -s "$BOX/elsewhere" "$runner/.service"; fi
    for call in "--runner $runner" --check; do
      # shellcheck disable=SC2086  # words on purpose
      run -1 timeout 60 "$KIT/install.sh" $call
      [[ "$output" == *"$runner/.service is not a regular file that the runner can read"* ]]
    done
  done
  [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'
  rm "$runner/.service" && cp "$BOX/elsewhere" "$runner/.service" && chmod 600 "$runner/.service"
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"$runner/.service is not a regular file that the runner can read"* ]]
  chmod 644 "$runner/.service"
  run -0 "$KIT/install.sh" --check
}

@test "check does not read a .env that is a link" {
  run -0 "$KIT/install.sh" --runner "$runner"
  mv "$runner/.env" "$BOX/elsewhere" && ln -s "$BOX/elsewhere" "$runner/.env"
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"$runner/.env is not a regular file that the runner can read"*"its jobs are not tuned"* ]]
}
