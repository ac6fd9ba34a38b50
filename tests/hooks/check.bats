#!/usr/bin/env bats
# install.sh --check finds everything that is missing, open to others or changed, and nothing on a sound installation.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  rm -r "$MACHINE/etc/stable-bench"
  runner=$BOX/actions-runner unit=actions.runner.org.box.service
  units=$MACHINE/etc/systemd/system drop_in=$MACHINE/etc/systemd/system/$unit.d/stable-bench.conf
  sudoers=$MACHINE/etc/sudoers.d/stable-bench place=$MACHINE/usr/lib/stable-bench
  mkdir -p "$runner" "$MACHINE/usr/lib" "$units" "$MACHINE/etc/sudoers.d"
  echo '{}' >"$runner/.runner"
  echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
}

# finds WORDS: both the installed copy and the one that it was installed from say so, and fail.
finds() {
  run -1 "$place/install.sh" --check
  [[ "$output" == *"$1"* ]] || { echo "not said: $1"; return 1; }
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"$1"* ]] || { echo "not said by the other: $1"; return 1; }
}
well() {
  for kit in "$place" "$KIT"; do
    run -0 "$kit/install.sh" --check
    [[ "$output" != *"not found"* ]] || return
  done
}
install_again() { run -0 "$KIT/install.sh" --runner "$runner" "$@"; }

@test "check finds what was removed: a unit, the runner's drop-in, a file of the kit, the sudoers file, the configuration" {
  install_again
  well
  for file in "$units"/stable-bench-{guard,recover}.service "$units/stablebench.slice" "$drop_in" "$place/lib/engine/tune.sh" \
    "$place/checksums" "$sudoers" "$MACHINE/etc/stable-bench/stable-bench.conf"; do
    mv "$file" "$BOX/away"
    finds "$file"
    mv "$BOX/away" "$file"
  done
  well
}

@test "check finds what others may write: a file, a folder, a link, a unit, the sudoers file" {
  install_again
  for file in "$place/lib/engine/tune.sh" "$place/lib/engine" "$place/lib" "$place" "$drop_in" "${drop_in%/*}" \
    "$units/stable-bench-recover.service" "$sudoers" "${sudoers%/*}" "$MACHINE/etc/stable-bench"; do
    mode=$(stat -c %a "$file")
    chmod 777 "$file"
    finds "$file must belong to root"
    chmod "$mode" "$file"
  done
  mv "$place/lib/engine/tune.sh" "$BOX/tune.sh" && ln -s "$BOX/tune.sh" "$place/lib/engine/tune.sh"
  finds "$place/lib/engine/tune.sh must belong to root"
  rm "$place/lib/engine/tune.sh" && mv "$BOX/tune.sh" "$place/lib/engine/tune.sh"
  well
  [[ $EUID -eq 0 ]] || return 0
  chown nobody "$place/knobs/20-governor.sh"
  finds "$place/knobs/20-governor.sh must belong to root"
}

@test "check does not run a kit that others may write" {
  install_again
  printf '#!/bin/bash\ntouch "%s"\nexit 64\n' "$BOX/ran" >"$place/stable-bench-host"
  printf 'touch "%s"\n' "$BOX/ran" >>"$place/knobs/20-governor.sh"
  chmod 777 "$place/stable-bench-host"
  finds "$place/stable-bench-host must belong to root"
  [ ! -e "$BOX/ran" ]
}

@test "check plans with every driver, and changes nothing" {
  install_again
  for driver in none acpi-cpufreq intel_pstate intel_cpufreq amd-pstate-epp amd-pstate-epp@6.10 amd-pstate cppc_cpufreq cpufreq-dt; do
    rm -r "$MACHINE/sys/devices" "$MACHINE/proc/irq"
    make_machine "$driver" 4
    before=$(snapshot) && : >"$BOX/systemctl.log"
    well
    [ "$(snapshot)" = "$before" ]
    run -1 grep -vE '^(show|is-enabled|--version)( |$)' "$BOX/systemctl.log"
  done
}

@test "check finds changes: a line more in a knob, a knob more, another unit or drop-in" {
  install_again
  echo evil >>"$place/knobs/20-governor.sh"
  finds "$place/knobs/20-governor.sh was changed since"
  install_again
  echo evil >"$place/knobs/99-evil.sh"
  finds "$place/knobs/99-evil.sh was changed since"
  install_again
  for file in "$units/stable-bench-guard.service" "$drop_in"; do
    echo 'ExecStartPost=+/opt/evil' >>"$file"
    finds "$file is not as install.sh writes it"
  done
  install_again
  well
  sed -i '2i [[ $1 != is-enabled ]] || exit 1' "$BOX/bin/systemctl"
  finds 'stable-bench-recover.service is not enabled'
}

@test "check finds a foreign line in the sudoers file, and a user who has no runner or no line" {
  install_again
  echo 'x ALL=(ALL) NOPASSWD: ALL' >>"$sudoers"
  finds 'x ALL=(ALL) NOPASSWD: ALL'
  install_again
  echo 'sys ALL=(root) NOPASSWD: STABLE_BENCH' >>"$sudoers"
  finds 'allows sys, for whom no installed runner is known: install.sh --runner again, or take the line out'
  sed -i '/NOPASSWD/d' "$sudoers"
  finds 'its jobs are not tuned'
}

@test "check finds a configuration that fails every job: a mistake, or a required knob that this machine cannot set" {
  install_again
  echo 'turbo = bogus' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  finds 'stable-bench.conf:1: turbo = bogus'
  conf 'governor = bogus required'
  finds 'governor = bogus (/sys/devices/system/cpu/cpufreq/policy0/scaling_governor): the driver offers only'
  [ "$(grep -c 'governor = bogus' <<<"$output")" = 1 ]
  # Jobs fail for that reason, and for no other that check would tell.
  run -1 host tune
  # Optional, or where jobs go on, it is a note.
  for lines in 'governor = bogus' $'governor = bogus required\non-failure = degraded'; do
    conf "$lines"
    before=$(snapshot)
    well
    [[ "$output" == *"note: will not be set: governor = bogus"* ]]
    [ "$(snapshot)" = "$before" ]
  done
  # On a tuned machine the plan would see what was set.
  conf 'governor = performance required'
  host tune
  well
  [[ "$output" == *"is tuned at the moment"* ]]
  host restore
  well
}

@test "check reports an installed kit of another version, and only that" {
  install_again
  sed -i 's/^VERSION=.*/VERSION=9.9.9/' "$KIT/lib/environment.sh"
  echo '# new' >>"$KIT/lib/engine/tune.sh"
  run -0 "$place/install.sh" --check
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"the installed kit is version 0.1.0, this one is 9.9.9"*"$place/install.sh --check"* ]]
  [[ "$output" != *"lib/engine/tune.sh"* ]]
  # The same version may differ too, in a checkout that somebody works in.
  sed -i 's/^VERSION=.*/VERSION=0.1.0/' "$KIT/lib/environment.sh"
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"lib/engine/tune.sh differs from this kit (version 0.1.0)"* ]]
  run -0 "$place/install.sh" --check
}

@test "an ephemeral runner is remembered with its mode: check misses its drop-in, or that of the other mode" {
  install_again --ephemeral
  well
  rm "$drop_in"
  finds "$drop_in"
  cp "$HOOKS/systemd/runner.conf" "$drop_in"
  finds "$drop_in is not as install.sh writes it"
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
  finds 'no job will be tuned'
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

@test "check tells a user who is not root that it needs root, and nothing about folders" {
  # As it is installed, on this machine: nothing of it is read before that.
  cp -r "$HOOKS" "$BOX/real" && chmod 755 "$BOX"
  local -a nobody=()
  [[ $EUID -ne 0 ]] || nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  run -77 "${nobody[@]}" "$BOX/real/install.sh" --check
  [[ "$output" == *"needs root"* ]]
  [[ "$output" != *"must belong"* ]]
  # A dry run may be anybody's. Where this is a container it says that instead.
  run "${nobody[@]}" "$BOX/real/install.sh" --dry-run
  [[ "$output" != *"/usr must belong"* && "$output" != *"/usr/lib must belong"* ]]
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
  finds "$runner-2 is not there any more: install.sh would write the list of runners"
  install_again
  [[ "$output" == *"write the list of runners ($runner-2 is not there any more)"* ]]
  [ "$(cat "$place/runners")" = "hooks $unit $runner" ]
  well
}

@test "check says what it needs when it cannot make a temporary directory" {
  install_again
  printf '#!/bin/bash\nexit 1\n' >"$BOX/bin/mktemp" && chmod +x "$BOX/bin/mktemp"
  before=$(find "$MACHINE" "$BOX/bin" | sort)
  finds 'no temporary directory can be made (mktemp)'
  [ "$(find "$MACHINE" "$BOX/bin" | sort)" = "$before" ]
}

@test "check names what this systemd and this Linux are too old for, and nothing on newer ones" {
  install_again
  well
  [[ "$output" != *'has no'* && "$output" != *'no cgroup v2'* ]]
  put /proc/sys/kernel/osrelease 5.10.0-34-amd64
  put /etc/systemd-version 243
  well
  [[ "$output" == *'note: Linux 5.10.0-34-amd64 has no isolated partitions (6.1)'* ]]
  [[ "$output" == *'note: will not be set: watchdogs = off: Linux 5.10.0-34-amd64 may stop for good'* ]]
  [[ "$output" == *'note: systemd 243 has no AllowedCPUs (244)'* ]]
  for release in 6.1.0-35-amd64 6.12.1 10.0-rc1; do
    put /proc/sys/kernel/osrelease "$release"
    put /etc/systemd-version 257
    well
    [[ "$output" != *'has no'* ]]
  done
  put /etc/systemd-version 239
  finds 'systemd 239 is too old: it has no services of Type=exec (240)'
  put /etc/systemd-version 257
  rm "$MACHINE/sys/fs/cgroup/cgroup.controllers"
  well
  [[ "$output" == *'note: no cgroup v2 here'*'systemd.unified_cgroup_hierarchy=1'* ]]
}

@test "where nothing can make a file immutable, install and check say that a job could replace its runner's .env" {
  install_again
  [[ "$output" != *immutable* ]]
  well
  [[ "$output" != *immutable* ]]
  # One after the other: some programs are in both.
  mkdir "$BOX/tools" && ln -s /usr/sbin/* "$BOX/tools/" && ln -sf /usr/bin/* "$BOX/tools/"
  rm -f "$BOX/tools/chattr" "$BOX/bin/chattr"
  sed -i "s|^PATH=.*|PATH='$BOX/bin:$BOX/tools'|" "$KIT/lib/environment.sh"
  rm "$runner/.env"
  install_again
  [[ "$output" == *"note: $runner/.env cannot be made immutable here: a job could replace it"* ]]
  well
  [[ "$output" == *"note: there is no chattr here (e2fsprogs), so a runner's .env is not immutable"* ]]
}
