#!/usr/bin/env bash
# build.sh [SYSTEM]: builds the test machine unless it is there already, and prints its directory: Debian with systemd
# on a real kernel under QEMU's software emulation, as much like a bare-metal runner as that goes: acpi-cpufreq with
# boost, SMT control, two NUMA nodes, cgroup v2, sudo, cron, irqbalance, an unprivileged user `runner`. It is booted
# once and its state saved. SYSTEM is debian-11, debian-12 (the default), debian-12-selinux, debian-13 or ubuntu-26.04. Needs
# root on Debian 12, a minute or two and 1 GB in ${XDG_CACHE_HOME:-~/.cache}/stable-bench.
set -euo pipefail
shopt -s nullglob
SYSTEM=${1:-debian-12}
IMAGE=linux-image-amd64,linux-headers-amd64 SUDO=sudo POLICY='' BOOT=''
case $SYSTEM in
  debian-11) SUITE=bullseye ;;
  debian-12) SUITE=bookworm ;;
  debian-12-selinux) SUITE=bookworm POLICY=selinux-policy-default,policycoreutils-python-utils BOOT='security=selinux enforcing=1' ;;
  debian-13) SUITE=trixie ;;
  # Its acpi-cpufreq is part of the kernel, so turbo.ko would come too late: this machine has no boost.
  ubuntu-26.04) SUITE=resolute IMAGE=linux-image-virtual SUDO=sudo-rs ;;
  *)
    echo "build.sh: no such system: $SYSTEM" >&2
    exit 64
    ;;
esac
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
source "$here/qemu.sh"
for part in ubuntu-keys system selinux boot; do source "$here/$part.bash"; done
cache=${XDG_CACHE_HOME:-$HOME/.cache}/stable-bench

# Ends with 77 and the reason where it cannot be built.
assert_buildable() {
  local ID='' VERSION_ID=''
  [[ ! -r /etc/os-release ]] || source /etc/os-release
  if [[ $ID != debian || $VERSION_ID != 12 || $HOSTTYPE != x86_64 ]]; then
    echo 'the test machine can only be built on Debian 12 for amd64' >&2
  elif ((EUID != 0)); then
    echo "building the test machine needs root: sudo XDG_CACHE_HOME=${cache%/*} tests/vm/machine/build.sh" >&2
  else
    return 0
  fi
  exit 77
}

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  local package
  local -a missing=()
  for package in qemu-system-x86 qemu-utils mmdebstrap e2fsprogs acpica-tools busybox-static cpio kmod xz-utils zstd; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Begins again where mounts end with the build, however it ends. Without the right to that, nothing is mounted.
have_own_mounts() {
  [[ -z ${OWN_MOUNTS-} ]] && unshare --mount true 2>/dev/null || return 0
  OWN_MOUNTS=yes exec unshare --mount "$here/build.sh" "$SYSTEM"
}

# An empty root, in memory where there is enough: a file system on a disk takes as long as all the rest.
make_root() {
  local available
  mkdir "$root"
  available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
  [[ -z ${OWN_MOUNTS-} ]] || ((available < 4000000)) || mount -t tmpfs -o size=2G machine "$root" 2>/dev/null || true
}

# What the machine depends on. A saved state fits only the QEMU that saved it; before its installation there is none.
name_of_machine() {
  (cd "$here" && echo "$SYSTEM" && cat {build,qemu,guest}.sh {system,selinux,boot,ubuntu-keys}.bash ssdt.asl.sh evil.c turbo/* &&
    { qemu-system-x86_64 --version 2>/dev/null || true; }) | sha256sum | cut -c1-16
}

main() {
  local final lock
  final=$cache/vm-$(name_of_machine)
  if [[ ! -f $final/done ]]; then
    assert_buildable
    have_own_mounts
    # Somebody else may be building it.
    mkdir -p "$cache" && exec {lock}>"$cache/$SYSTEM.lock" && flock "$lock"
    install_packages >&2
    final=$cache/vm-$(name_of_machine)
  fi
  if [[ ! -f $final/done ]]; then
    dir=$final.new root=$final.new/root
    # Other recipes' machines may be in use, but not for ever.
    find "$cache" -maxdepth 1 -name 'vm-*' -mtime +7 -exec rm -rf -- {} +
    rm -rf -- "$dir" && mkdir "$dir"
    make_root
    build_system >&2
    compile >&2
    prepare_root >&2
    [[ -z $POLICY ]] || label_root >&2
    make_disk >&2
    build_initrd >&2
    ! mountpoint -q "$root" || umount "$root"
    save_state >&2
    rm -rf -- "$dir"/{root,turbo.ko,initrd,disk.img}
    touch "$dir/done" && chmod -R a+rX "$dir" && mv -- "$dir" "$final"
  fi
  echo "$final"
}

main
