#!/usr/bin/env bats
# Install, check, dry run, uninstall on a fake machine.
load ../kit
load plain

tree() { (cd "$MACHINE" && find . -path ./run/stable-bench -prune -o -print | sort); }

@test "a dry run says what it would do and changes nothing" {
  make_systemd
  before=$(tree)
  run -0 "$KIT/install.sh" --runner "$runner" --dry-run
  [[ "$output" == *"would copy the kit to /usr/lib/stable-bench"*"stable-bench-host drop-caches"*"would set the hook variables"* ]]
  [ "$(tree)" = "$before" ]
  [ "$(wc -l <"$runner/.env")" = 2 ]
}

@test "install twice, check, uninstall: nothing is left, and the runner's .env is as before" {
  make_systemd
  before=$(tree)
  sed -i '/HOOK/d' "$runner/.env"
  environment=$(cat "$runner/.env")
  run -0 "$KIT/install.sh" --runner "$runner"
  [ -x "$place/stable-bench-host" ]
  [ "$(cat "$runner/.env")" = "$environment"$'\nACTIONS_RUNNER_HOOK_JOB_STARTED=/usr/lib/stable-bench/job-started.sh\nACTIONS_RUNNER_HOOK_JOB_COMPLETED=/usr/lib/stable-bench/job-completed.sh' ]
  grep -qx 'ExecStopPost=+/usr/lib/stable-bench/stable-bench-host recover' \
    "$MACHINE/etc/systemd/system/actions.runner.org.box.service.d/stable-bench.conf"
  first=$(tree)
  run -0 "$KIT/install.sh" --runner "$runner" --dry-run
  [[ "$output" != *"would"* ]]
  run -0 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"everything is installed already"* ]]
  [ "$(tree)" = "$first" ]
  run -0 "$place/install.sh" --check
  [[ "$output" == *"boot parameter isolcpus=2,3: not needed"* ]]
  run -0 "$place/uninstall.sh"
  [ "$(tree)" = "$before" ]
  [ "$(cat "$runner/.env")" = "$environment" ]
  [ "$(stat -c %U "$runner/.env")" = "$(stat -c %U "$runner/.runner")" ]
  [ ! -e "$MACHINE/run/stable-bench" ]
}

# An earlier version, whose lib/ had no folders: it works, and reads its parts there.
make_earlier_kit() {
  cp -r "$KIT" "$BOX/earlier"
  mv "$BOX"/earlier/lib/*/*.{sh,awk} "$BOX/earlier/lib/" && rmdir "$BOX"/earlier/lib/*/
  sed -i 's#\b\(machine\|engine\|operators\|install\|ladder\)/{#{#g' "$BOX"/earlier/{install,uninstall,lib/main}.sh
  sed -i 's/^VERSION=.*/VERSION=0.0.9/' "$BOX/earlier/lib/environment.sh"
}

@test "an upgrade leaves no file of the earlier layout, keeps the runners, and restores what the earlier version tuned" {
  make_systemd
  make_earlier_kit
  run -0 "$BOX/earlier/install.sh" --runner "$runner"
  [ -e "$place/lib/tune.sh" ]
  runners=$(cat "$place/runners")
  before=$(snapshot)
  "$place/stable-bench-host" tune
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"the installed kit is version 0.0.9"* ]]
  run -0 "$KIT/install.sh"
  diff <(cd "$KIT" && find lib knobs systemd -type f | sort) <(cd "$place" && find lib knobs systemd -type f | sort)
  [ "$(cat "$place/runners")" = "$runners" ]
  run -0 "$place/stable-bench-host" restore
  [[ "$output" == *"restored"* ]]
  [ "$(snapshot)" = "$before" ]
  run -0 "$place/install.sh" --check
}

@test "without systemd it is a plain mode, and check says what that means" {
  run -0 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"plain mode"* ]]
  run -0 "$place/install.sh" --check
  [[ "$output" == *"stays until the next hook"* ]]
  [ ! -e "$MACHINE/etc/systemd/system/stable-bench-guard.service" ]
}

@test "the ephemeral mode tunes with the runner's service and sets no hooks" {
  make_systemd
  sed -i '/HOOK/d' "$runner/.env"
  run -0 "$KIT/install.sh" --runner "$runner" --ephemeral
  grep -qx 'ExecStartPre=+/usr/lib/stable-bench/stable-bench-host tune' \
    "$MACHINE/etc/systemd/system/actions.runner.org.box.service.d/stable-bench.conf"
  run -1 grep -q HOOK "$runner/.env"
}

@test "install refuses a container, a directory without a runner, other hooks, and a place that others may write" {
  touch "$MACHINE/.dockerenv"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"this is a container"* ]]
  rm "$MACHINE/.dockerenv"
  run -1 "$KIT/install.sh" --runner "$MACHINE"
  [[ "$output" == *"no .runner file"* ]]
  echo 'ACTIONS_RUNNER_HOOK_JOB_STARTED=/opt/mine.sh' >"$runner/.env"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"already names other job hooks"* ]]
  : >"$runner/.env"
  chmod 777 "$MACHINE/usr/lib"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"must belong to root"* ]]
  [ ! -e "$place" ]
}

@test "a link in place of the runner's .env is not followed" {
  echo untouched >"$BOX/elsewhere"
  ln -sf "$BOX/elsewhere" "$runner/.env"
  run "$KIT/install.sh" --runner "$runner"
  [ "$(cat "$BOX/elsewhere")" = untouched ]
}

@test "uninstall restores first, and removes nothing when that fails" {
  run -0 "$KIT/install.sh" --runner "$runner"
  printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  before=$(snapshot)
  "$place/stable-bench-host" tune
  sed -i 's#^target|governor|#target|nothing|#' "$MACHINE/run/stable-bench/journal"
  run -1 "$place/uninstall.sh"
  [[ "$output" == *"nothing was removed"* ]]
  [ -x "$place/stable-bench-host" ]
  sed -i 's#^target|nothing|#target|governor|#' "$MACHINE/run/stable-bench/journal"
  run -0 "$place/uninstall.sh"
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$place" ]
}

@test "no file of the kit has more than 150 lines" {
  while read -r lines file; do
    [[ $file == total || $lines -le 150 ]] || { echo "$file: $lines"; return 1; }
  done < <(find "$HOOKS" -type f -print0 | xargs -0 wc -l)
}
