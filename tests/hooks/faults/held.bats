#!/usr/bin/env bats
# Nobody but root can hold the lock: modes and owners in every state.
load ../kit
load ../install/installation

setup() {
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  run=$MACHINE/run/stable-bench
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=3/' "$KIT/lib/environment.sh"
}

# as_nobody COMMAND...: with the rights of another user, who can reach the machine's files.
as_nobody() {
  chmod 0755 "$BOX"
  setpriv --reuid=nobody --regid=nogroup --clear-groups -- "$@"
}
need_root() { [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'; }

# open_files: what is not root's, or has another mode than it should have, of all that the kit installs and writes.
open_files() {
  local path mode owner want
  while IFS='|' read -r owner mode path; do
    case ${path#"$MACHINE"} in
      /run/stable-bench | /etc/stable-bench | /etc/stable-bench/conf.d) want=755 ;;
      /run/stable-bench/private | /var/lib/stable-bench) want=700 ;;
      /run/stable-bench/receipt.json | /etc/stable-bench/*) want=644 ;;
      /run/stable-bench/* | /var/lib/stable-bench/*) want=600 ;;
      */stable-bench-host | */job-started.sh | */job-completed.sh | */install.sh | */uninstall.sh) want=755 ;;
      /etc/sudoers.d/stable-bench) want=440 ;;
      *) if [[ -d $path ]]; then want=755; else want=644; fi ;;
    esac
    [[ $owner.$mode == "$UID.$want" ]] || echo "$owner $mode $path"
  done < <(find "$MACHINE"/{run,etc,usr/lib,var/lib}/stable-bench "$MACHINE"/etc/sudoers.d/stable-bench \
    "$MACHINE"/etc/systemd/system -type f -printf '%U|%m|%p\n' -o -path '*/stable-bench*' -printf '%U|%m|%p\n' 2>/dev/null)
}
# closed STATE: nothing is open, and there are files at all.
closed() {
  [[ -n $(find "$run" -type f) ]]
  run -0 open_files
  [[ -z $output ]] || { echo "$1: $output"; return 1; }
}

@test "modes and owners are right whatever the umask: installed, tuned, verified, restored, upgraded, recovered" {
  rm -r "$MACHINE/etc/stable-bench"
  set_up_runner
  for mask in 000 022 077; do
    umask "$mask"
    # Without a runner it does less.
    run -0 "$KIT/install.sh"
    closed "installed without a runner with $mask"
    install_again
    closed "installed with $mask"
    conf 'governor = performance' 'lease-max = 6h' && chmod 0644 "$MACHINE/etc/stable-bench/stable-bench.conf"
    as_place tune
    closed "tuned with $mask"
    as_place verify
    closed "verified with $mask"
    sed -i 's/^VERSION=.*/&9/' "$KIT/lib/environment.sh"
    install_again
    closed "upgraded with $mask"
    as_place restore
    closed "restored with $mask"
    as_place tune
    rm -r "$MACHINE/proc/500"
    "$place/stable-bench-host" recover
    [ ! -e "$run/journal" ]
    closed "recovered with $mask"
  done
}
# set_up_runner: what installation.bash sets up for its own tests. as_place VERB: with the installed kit, as a job.
set_up_runner() {
  runner=$BOX/actions-runner unit=actions.runner.org.box.service place=$MACHINE/usr/lib/stable-bench
  mkdir -p "$runner" "$MACHINE"/{usr/lib,etc/systemd/system,etc/sudoers.d}
  echo '{}' >"$runner/.runner"
  echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
}
as_place() { make_process 500 1 Runner.Worker 1001 && below 500 bash 1001 "$1" "$place"; }

@test "another user cannot open the lock, nor enter its directory, and everybody can read the receipt" {
  need_root
  conf 'governor = performance'
  (umask 000 && host tune)
  run -66 as_nobody flock -n "$run/private/lock" true
  run ! as_nobody ls "$run/private"
  run ! as_nobody cat "$run/journal"
  run -0 as_nobody cat "$run/receipt.json"
}

@test "a lock that was open to others, and that another user holds, is taken from that user: by recover, restore and install" {
  need_root
  set_up_runner
  conf 'governor = performance'
  before=$(snapshot)
  for mend in 'host recover' 'host restore' install_again; do
    as_job 500 tune
    rm -r "$MACHINE/proc/500"
    chmod 0755 "$run/private" && chmod 0644 "$run/private/lock"
    as_nobody flock "$run/private/lock" sleep 300 3>&- &
    stranger=$!
    wait_until lock_is_held
    $mend
    [ "$(stat -c %a "$run/private") $(stat -c %a "$run/private/lock")" = '700 600' ]
    run -0 host restore
    kill "$stranger"
    [ "$(snapshot)" = "$before" ]
  done
}

@test "directories that belong to somebody else become root's; a journal that does is not believed" {
  need_root
  conf 'governor = performance'
  host tune
  chown nobody "$run" "$run/private" "$run/private/lock" "$run/journal"
  run -1 host restore
  [[ "$output" == *'damaged or not ours'* ]]
  [ "$(stat -c %U "$run" "$run/private" "$run/private/lock" "$run/journal" | xargs)" = "$(id -un) $(id -un) $(id -un) nobody" ]
}

@test "a lock that root's own calls hold is not taken from them, whatever its mode was" {
  conf 'governor = performance'
  host tune
  hold_lock
  chmod 0644 "$run/private/lock"
  run -75 host status
  [ "$(stat -c %a "$run/private/lock")" = 600 ]
  let_go
}
