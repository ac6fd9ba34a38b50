#!/usr/bin/env bats
# The kit in a place of its own (install.sh --prefix), for systems that add nothing to /usr: sudoers, units, .env, removal and
# later installations follow.
load ../kit
load installation

files() { (cd "$MACHINE" && find etc usr opt ! -path 'etc/units/*' | sort); }
setup_place() { place=$MACHINE/opt/stable-bench; }
# Nothing of what was installed or written names the usual place.
names_usual_place() {
  grep -rl /usr/lib/stable-bench "$MACHINE"/etc/{stable-bench,systemd,sudoers.d} "$runner/.env" || true
}

@test "with --prefix everything that names the kit names that place, and --check is content" {
  setup_place
  mkdir "$MACHINE/opt"
  before=$(files)
  run -0 "$KIT/install.sh" --runner "$runner" --prefix /opt/stable-bench --dry-run
  [[ "$output" == *'would copy the kit to /opt/stable-bench'*'/opt/stable-bench/stable-bench-host tune'* ]]
  [ ! -e "$place" ]
  install_again --prefix /opt/stable-bench
  [ "$(names_usual_place)" = '' ]
  [ ! -e "$MACHINE/usr/lib/stable-bench" ]
  grep -q ', /opt/stable-bench/stable-bench-host verify' "$sudoers"
  grep -qx 'ExecStart=/opt/stable-bench/stable-bench-host guard' "$units/stable-bench-guard.service"
  grep -qx 'ExecStopPost=+/opt/stable-bench/stable-bench-host recover' "$drop_in"
  grep -qx 'ACTIONS_RUNNER_HOOK_JOB_COMPLETED=/opt/stable-bench/job-completed.sh' "$runner/.env"
  both_well
  # Tuned and restored from there, by the hooks.
  snapshot >"$BOX/before"
  sed "s|/usr/bin/sudo -n ||" "$place/job-started.sh" >"$place/started-without-sudo.sh"
  run -0 bash -e "$place/started-without-sudo.sh"
  [[ "$output" == *tuned* ]]
  rm "$place/started-without-sudo.sh"
  run -0 "$place/stable-bench-host" restore
  diff "$BOX/before" <(snapshot)
  run -0 "$KIT/uninstall.sh"
  [ "$(files)" = "$before" ]
}

@test "later installations and checks know the place, and a kit is not moved" {
  setup_place
  install_again --prefix /opt/stable-bench
  run -0 "$KIT/install.sh"
  [[ "$output" == *'everything is installed already'* ]]
  echo '# new' >>"$KIT/knobs/40-smt.sh"
  run -0 "$KIT/install.sh"
  [[ "$output" == *'copy the kit to /opt/stable-bench'* ]]
  cmp "$KIT/knobs/40-smt.sh" "$place/knobs/40-smt.sh"
  run -64 "$KIT/install.sh" --prefix /opt/elsewhere
  [[ "$output" == *'the kit is installed in /opt/stable-bench: leave --prefix out, or remove that one first'* ]]
  run -0 "$place/uninstall.sh" --keep-config
  [[ "$output" == *'; the configuration stays' && -e "$MACHINE/etc/stable-bench/stable-bench.conf" ]]
  [ ! -e "$place" ]
  install_again
  [ -e "$MACHINE/usr/lib/stable-bench/stable-bench-host" ]
  run -64 "$KIT/install.sh" --prefix /opt/stable-bench
}

@test "a place that would break sudoers or units, or that holds something else, is refused before anything changes" {
  local bad
  mkdir -p "$MACHINE/opt/other" && echo mine >"$MACHINE/opt/other/file"
  snapshot >"$BOX/before"
  for bad in opt/kit / /kit '/opt/my kit' '/opt/a,b' /opt/../etc /opt/./kit '/opt/k*' /run/kit /root/kit /home/kit /var/tmp/kit /etc/stable-bench /var/lib/stable-bench/kit $'/opt/a\nb'; do
    run -64 "$KIT/install.sh" --runner "$runner" --prefix "$bad"
    [[ "$output" == *"--prefix"* ]]
  done
  run -1 "$KIT/install.sh" --runner "$runner" --prefix /opt/other
  [[ "$output" == *"opt/other is there already, and is not the kit's"* ]]
  # What would be replaced on the way: an earlier kit's place of somebody else, a file, a link, hidden files.
  mkdir -p "$MACHINE/opt/kit.old" "$MACHINE/opt/hidden" && touch "$MACHINE/opt/"{kit.old/mine,file,hidden/.mine} && ln -s other "$MACHINE/opt/link"
  for bad in kit file link hidden; do
    run -1 "$KIT/install.sh" --runner "$runner" --prefix "/opt/$bad"
    [[ "$output" == *"is there already, and is not the kit's"* ]]
  done
  [ "$(cat "$MACHINE/opt/other/file")" = mine ]
  [ -e "$MACHINE/opt/kit.old/mine" ]
  [ ! -e "$MACHINE/etc/stable-bench" ]
  diff "$BOX/before" <(snapshot)
}

@test "a kit whose place is not noted any more does not remove another one's files and call that its own removal" {
  setup_place
  mkdir -p "$MACHINE/opt"
  before=$(files)
  install_again --prefix /opt/stable-bench
  mv "$MACHINE/etc/stable-bench/place" "$BOX/place"
  installed=$(files)
  for option in '' --dry-run; do
    run -1 "$place/uninstall.sh" $option
    [[ "$output" == *"this kit is in /opt/stable-bench, but the installed one in /usr/lib/stable-bench as far as "*"/etc/stable-bench/place says"* ]]
    [ "$(files)" = "$installed" ]
  done
  # As it says.
  echo /opt/stable-bench >"$MACHINE/etc/stable-bench/place"
  # An installation that was killed between its two renames is removed by what it has left.
  mv "$place" "$place.old"
  run -0 "$place.old/uninstall.sh"
  [ "$(files)" = "$before" ]
}

@test "a note of the place that others may write, or that names none, is not followed" {
  setup_place
  install_again --prefix /opt/stable-bench
  chmod 666 "$MACHINE/etc/stable-bench/place"
  run -1 "$KIT/uninstall.sh"
  [[ "$output" == *'/etc/stable-bench/place must belong to root'* ]]
  chmod 644 "$MACHINE/etc/stable-bench/place"
  echo '/opt/../etc' >"$MACHINE/etc/stable-bench/place"
  run -1 "$KIT/install.sh"
  [[ "$output" == *'does not name a place for the kit'* ]]
  [ -e "$place/stable-bench-host" ]
}
