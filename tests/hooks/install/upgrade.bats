#!/usr/bin/env bats
# A kit that is replaced while calls wait, and an installation that is killed in the middle.
load ../kit
load installation

# make_newer: another version of the kit in NEWER, whose parts do not fit those of this one.
make_newer() {
  NEWER=$BOX/newer
  cp -r "$KIT" "$NEWER"
  sed -i 's/^VERSION=.*/VERSION=99.0.0/' "$NEWER/lib/environment.sh"
  sed -i 's/units_are_targets/units_become_targets/' "$NEWER"/lib/machine/units.sh "$NEWER"/knobs/*.sh
}

# make_mv BODY: BODY runs before each mv of the kit, `mv "$@"` is the real one. By itself it cannot exchange, like old ones.
make_mv() {
  mkfifo "$BOX/begun" "$BOX/go"
  {
    printf '#!/bin/bash\nBOX=%q place=%q\nmv() { PATH=/usr/bin:/bin command mv "$@"; }\n' "$BOX" "$place"
    printf '%s\n' "$1" '[[ $* != *--exchange* ]] || exit 1' 'mv "$@"'
  } >"$BOX/bin/mv"
  chmod +x "$BOX/bin/mv"
}

# waits_for_lock PROCESS
waits_for_lock() { until pgrep -P "$1" -x flock >/dev/null; do kill -0 "$1" && sleep 0.05; done; }

@test "calls that wait while the kit is replaced begin again with the new one" {
  install_again
  conf 'governor = performance' 'services = stop'
  before=$(snapshot)
  make_newer
  make_mv '[[ $* != *" $place.old" ]] || { echo >"$BOX/begun"; read -r <"$BOX/go"; }'
  "$NEWER/install.sh" >"$BOX/installed" 2>&1 3>&- &
  read -r <"$BOX/begun"
  # The installation has the lock.
  "$place/stable-bench-host" tune >"$BOX/tuned" 2>&1 3>&- &
  tune=$!
  waits_for_lock "$tune"
  echo >"$BOX/go"
  wait "$tune"
  [[ "$(cat "$BOX/tuned")" != *'not found'* ]]
  [ "$(receipt r.kit)" = 99.0.0 ]
  [ "$(value /etc/units/cron.service)" = inactive ]
  rm "$BOX/bin/mv"
  "$place/stable-bench-host" restore
  diff <(echo "$before") <(snapshot)
}

@test "a guard and a job that waits for a busy machine, too; its output is complete" {
  install_again
  conf 'governor = performance' 'services = stop' 'busy-wait = 600'
  as_place() { make_process "$1" 1 Runner.Worker 1001 && below "$1" bash 1001 "$2" "$place"; }
  as_place 500 tune
  (as_place 600 tune) >"$BOX/tuned" 2>&1 3>&- &
  second=$!
  "$place/stable-bench-host" guard >"$BOX/guarded" 2>&1 3>&- &
  guard=$!
  make_newer
  run -0 "$NEWER/install.sh"
  # The worker dies; whoever is first restores.
  rm -r "$MACHINE/proc/500"
  wait "$second"
  [[ "$(cat "$BOX/tuned")" != *'not found'* ]]
  [ "$(receipt '[r.kit, r.owner.pid, r.generation].join()')" = 99.0.0,600,2 ]
  as_place 600 restore
  wait "$guard"
  [[ "$(cat "$BOX/guarded")" != *'not found'* ]]
}

@test "an installation that is killed between its two renames: the next one knows the runners, and uninstall restores" {
  install_again
  conf 'governor = performance' 'services = stop'
  before=$(snapshot)
  runners=$(cat "$place/runners")
  "$place/stable-bench-host" tune
  make_newer
  make_mv '[[ $* != *" $place.old" ]] || { mv "$@"; kill -KILL "$PPID"; }'
  run -137 "$NEWER/install.sh"
  [ ! -e "$place" ]
  rm "$BOX/bin/mv"
  run -1 "$NEWER/install.sh" --check
  [[ "$output" == *"$place/stable-bench-host is missing"* && "$output" != *'no runner is installed'* ]]
  cp -r "$BOX/machine" "$BOX/copy"
  run -0 "$NEWER/install.sh"
  [ "$(cat "$place/runners")" = "$runners" ]
  [ ! -e "$place.old" ]
  well "$NEWER"
  "$place/stable-bench-host" restore
  diff <(echo "$before") <(snapshot)
  # The same state, and somebody removes the kit.
  rm -r "$MACHINE" && mv "$BOX/copy" "$MACHINE"
  run -0 "$NEWER/uninstall.sh"
  diff <(echo "$before") <(snapshot)
  [ ! -e "$drop_in" ]
  [ ! -e "$place.old" ]
}

@test "where mv can exchange, there is never a moment without the kit" {
  install_again
  make_newer
  make_mv '
    [[ $* != *" $place.old" ]] || { echo two renames >"$BOX/seen"; }
    if [[ $* == "--exchange -T -- "* ]]; then
      perl -e "exit(syscall(\$^O eq q(linux) ? (qx(uname -m) =~ /x86_64/ ? 316 : 276) : 0, -100, \$ARGV[0], -100, \$ARGV[1], 2) != 0)" "$4" "$5"
      exit
    fi'
  mkdir "$BOX/one" "$BOX/two" && touch "$BOX/two/it"
  "$BOX/bin/mv" --exchange -T -- "$BOX/one" "$BOX/two" && [ -e "$BOX/one/it" ] || skip 'nothing can exchange here'
  run -0 "$NEWER/install.sh"
  [ ! -e "$BOX/seen" ]
  well "$NEWER"
  grep -q ^VERSION=99 "$place/lib/environment.sh"
  [ ! -e "$place.new" ]
}

@test "a kit that lacks a part says so, once" {
  install_again
  rm "$place/lib/engine/plan.sh"
  run -1 "$place/stable-bench-host" tune
  [[ "$output" == *'the kit is not complete: run install.sh again'* ]]
}
