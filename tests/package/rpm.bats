#!/usr/bin/env bats
# The .rpm as it is released, by the real rpm, in a copy of this machine's files that is gone afterwards: install, upgrade,
# refused removal, removal.
bats_require_minimum_version 1.5.0
load tools

setup() {
  can_build
  command -v rpm >/dev/null || skip 'rpm is not installed'
  unshare -m -p -f true 2>/dev/null || skip 'a machine of its own needs the right to mount'
}

@test "an .rpm brings files only, upgrades an installed kit, refuses to go while the machine is tuned, and goes" {
  local version
  for version in 1.0.0 1.1.0; do
    bash "$BATS_TEST_DIRNAME/../../scripts/package.sh" --hooks-only --version "$version" "$BATS_TEST_TMPDIR/$version"
  done
  cp "$BATS_TEST_DIRNAME/rpm-life.sh" "$BATS_TEST_TMPDIR"
  # Its /sys is empty, and the settings in /proc, which are this machine's, can only be read.
  # shellcheck disable=SC2016
  run -0 unshare -m -p -f bash -e -c '
    mkdir "$1/box" && mount -t tmpfs -o mode=755 box "$1/box" && cd "$1/box"
    mkdir upper work machine
    mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work machine machine
    cd machine
    mount -t proc proc proc
    mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
    mount --rbind /dev dev
    for each in sys run tmp; do mount -t tmpfs -o mode=755 box "$each"; done
    mkdir tmp/packages && mount --bind "$1" tmp/packages
    rm -f .dockerenv
    unset TMPDIR
    chroot . bash -x /tmp/packages/rpm-life.sh' - "$BATS_TEST_TMPDIR"
  [[ "$output" == *'the machine is not restored: nothing was removed'*'the end' ]]
}
