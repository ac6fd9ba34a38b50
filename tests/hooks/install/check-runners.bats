#!/usr/bin/env bats
# install.sh --check knows the runners, their modes and users; a runner may change its mode, or be gone.
load ../kit
load installation

@test "an ephemeral runner is remembered with its mode: check misses its drop-in, or that of the other mode" {
  install_again --ephemeral
  well
  rm "$drop_in"
  finds "$drop_in"
  cp "$HOOKS/systemd/runner.conf" "$drop_in"
  both_find "$drop_in is not as install.sh writes it"
  # Its service is the runner's word, but the one that it was installed with is known.
  install_again --ephemeral
  rm "$runner/.service"
  finds 'needs a service'
  rm "$drop_in"
  finds "$drop_in"
}

@test "a runner that changes its mode leaves nothing of the other one" {
  echo LANG=C.UTF-8 >"$runner/.env"
  install_again
  run -0 grep -c HOOK "$runner/.env"
  install_again --ephemeral --dry-run
  [[ "$output" == *"would take the hook variables out of $runner/.env"* ]]
  install_again --ephemeral
  [ "$(cat "$runner/.env")" = LANG=C.UTF-8 ]
  [ "$(stat -c %U "$runner/.env")" = "$(stat -c %U "$runner/.runner")" ]
  [ "$(cat "$place/runners")" = "ephemeral $unit $runner" ]
  well
  install_again
  cmp "$drop_in" "$HOOKS/systemd/runner.conf"
  [ "$(cat "$place/runners")" = "hooks $unit $runner" ]
  well
  # Nor does a service that is gone or has another name now keep the drop-in.
  install_again --ephemeral
  rm "$runner/.service"
  install_again
  [ ! -e "$drop_in" ]
  run -0 grep -c HOOK "$runner/.env"
  well
  run -0 "$place/uninstall.sh"
  [ "$(cat "$runner/.env")" = LANG=C.UTF-8 ]
}

@test "without a runner the installer says how jobs get tuned, and check says that none is" {
  run -0 "$KIT/install.sh"
  [[ "$output" == *"no job will be tuned"*"install.sh --runner DIR"* ]]
  both_find 'no job will be tuned'
  install_again
  [[ "$output" != *"no job will be tuned"* ]]
  run -0 "$KIT/install.sh"
  [[ "$output" != *"no job will be tuned"* ]]
  well
}

@test "--runner without a directory is a mistake of usage, whatever follows" {
  for program in install uninstall; do
    run -64 "$KIT/$program.sh" --runner
    [[ "$output" == *"$program.sh [--runner DIR]"* ]]
    run -64 "$KIT/$program.sh" --runner ''
    run -64 "$KIT/$program.sh" --runner --dry-run
  done
  [ ! -e "$place" ]
}

@test "an ephemeral runner between two jobs, without its .runner, still has its user" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'
  install_again --ephemeral
  rm "$runner/.runner"
  well
  # A directory of root does not say whose the runner is, nor is root asked for.
  chown root "$runner"
  finds 'allows nobody, for whom no installed runner is known'
  [[ "$output" != *"does not allow root"* ]]
}

@test "a runner whose directory is gone is found by check, and forgotten by the next install" {
  install_again
  cp -r "$runner" "$runner-2" && rm "$runner-2/.service"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner-2"
  run -0 "$KIT/install.sh" --runner "$runner-2"
  rm -r "$runner-2"
  both_find "$runner-2 is not there any more: install.sh would write the list of runners"
  install_again
  [[ "$output" == *"write the list of runners ($runner-2 is not there any more)"* ]]
  [ "$(cat "$place/runners")" = "hooks $unit $runner" ]
  well
}
