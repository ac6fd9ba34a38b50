#!/usr/bin/env bash
# build.sh [SYSTEM]: builds the test machine unless it is there already, and prints its directory: Debian with systemd
# on a real kernel under QEMU's software emulation, as much like a bare-metal runner as that goes: acpi-cpufreq with
# boost, SMT control, two NUMA nodes, cgroup v2, sudo, cron, irqbalance, an unprivileged user `runner`. It is booted
# once and its state saved. SYSTEM is debian-11, debian-12 (the default), debian-13 or ubuntu-26.04. Needs root on
# Debian 12, a minute or two and 1 GB in ${XDG_CACHE_HOME:-~/.cache}/stable-bench.
set -euo pipefail
shopt -s nullglob
SYSTEM=${1:-debian-12}
IMAGE=linux-image-amd64,linux-headers-amd64 SUDO=sudo
case $SYSTEM in
  debian-11) SUITE=bullseye ;;
  debian-12) SUITE=bookworm ;;
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
source "$here/ubuntu-keys.bash"
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

# mmdebstrap for the system, with its keys. apt's own user could not read them in somebody's home.
strap() {
  [[ $SYSTEM != ubuntu-* ]] || set -- "--keyring=$(ubuntu_keyring "$cache")" --aptopt='APT::Sandbox::User "root"' "$@"
  mmdebstrap --quiet "$@"
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

# The system, with the kernel and what compiles for it. Without documentation, without the hooks that would make an
# initrd, since the machine has its own, and without the modules that it could not use.
build_system() {
  local packages=systemd,systemd-sysv,dbus,udev,kmod,util-linux,procps,e2fsprogs,irqbalance,cron,git part
  local -a paths=()
  for part in /etc/kernel /usr/share/doc '*/lib/modules/*/kernel'; do paths+=("--dpkgopt=path-exclude=$part/*"); done
  for part in arch crypto lib fs/{jbd2,ext4,mbcache} \
    drivers/{acpi,block,char,cpufreq,firmware,hwmon,input,platform,virtio}; do
    paths+=("--dpkgopt=path-include=*/lib/modules/*/kernel/${part}[/.]*")
  done
  # libstdc++6: Node.js comes without it.
  packages+=,$SUDO,libstdc++6,$IMAGE,gcc,libc6-dev,make
  strap --variant=minbase "${paths[@]}" --include="$packages" "$SUITE" "$root"
  KERNEL=$(cd "$root/boot" && echo vmlinuz-*)
  KERNEL=${KERNEL#vmlinuz-}
  cp "$root/boot/vmlinuz-$KERNEL" "$dir/vmlinuz"
  depmod -b "$root" "$KERNEL"
}

# What has to be compiled for its kernel. What was needed for that is no part of the machine.
compile() {
  cp -r "$here/turbo" "$here/evil.c" "$root/"
  [[ $SYSTEM != debian-* ]] || chroot "$root" make -s -C "/usr/src/linux-headers-$KERNEL" M=/turbo modules >/dev/null
  chroot "$root" gcc -shared -fPIC -nostdlib -o /evil.so /evil.c
  mv "$root/evil.so" "$dir/"
  [[ ! -e $root/turbo/turbo.ko ]] || mv "$root/turbo/turbo.ko" "$dir/"
  rm -rf "${root:?}"/{turbo,evil.c,boot,usr/src,usr/include,usr/lib{,exec}/gcc,usr/lib/linux-kbuild-*}
  "$here/ssdt.asl.sh" "$GUEST_CPUS" >"$dir/ssdt.asl"
  (cd "$dir" && iasl -p ssdt ssdt.asl >/dev/null)
}

build_initrd() {
  local module kind
  mkdir -p "$dir/initrd"/{bin,modules,proc,sys,dev,root}
  cp /bin/busybox "$dir/initrd/bin/"
  for module in virtio_pci virtio_blk ext4; do modprobe -d "$root" -S "$KERNEL" --show-depends "$module"; done |
    while read -r kind module _; do
      [[ $kind == insmod ]] || continue
      case $module in
        *.xz) xz -dc "$module" ;;
        *.zst) zstd -qdc "$module" ;;
        *) cat "$module" ;;
      esac >"$dir/initrd/modules/${module##*/}"
      echo "insmod /modules/${module##*/}"
    done >"$dir/initrd/load"
  # Before udev loads acpi-cpufreq, which asks for turbo only once.
  [[ ! -e $dir/turbo.ko ]] ||
    { cp "$dir/turbo.ko" "$dir/initrd/modules/" && echo 'insmod /modules/turbo.ko' >>"$dir/initrd/load"; }
  cat >"$dir/initrd/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mkdir -p /sbin /usr/bin /usr/sbin && /bin/busybox --install -s /bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
. /load
mount -t ext4 /dev/vda /root
umount /proc; umount /sys
exec switch_root /root /sbin/init
INIT
  chmod +x "$dir/initrd/init"
  (cd "$dir/initrd" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$dir/initrd.gz"
}

prepare_root() {
  chroot "$root" useradd -m -s /bin/bash runner
  echo bench >"$root/etc/hostname" && echo '127.0.0.1 localhost bench' >"$root/etc/hosts"
  install -m 0755 "$here/guest.sh" "$root/usr/local/sbin/guest"
  printf '%s\n' '[Unit]' 'After=multi-user.target' '[Service]' 'Type=exec' 'ExecStart=/usr/local/sbin/guest' \
    'KillMode=process' >"$root/etc/systemd/system/guest.service"
  ln -sf ../guest.service "$root/etc/systemd/system/multi-user.target.wants/guest.service"
  # Their timers are for the tests; their work (a network, a package manager) is not.
  local unit
  for unit in serial-getty@ttyS0 getty@tty1 apt-daily apt-daily-upgrade dpkg-db-backup fstrim e2scrub_{all,reap}; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
  done
  # On a busy host a test may last until cron's hourly and daily jobs.
  : >"$root/etc/crontab"
  # A quarter of an hour after the boot it would start its service, between two looks at the machine.
  mkdir "$root/etc/systemd/system/systemd-tmpfiles-clean.timer.d"
  printf '[Timer]\nOnBootSec=\nOnBootSec=1month\n' >"$root/etc/systemd/system/systemd-tmpfiles-clean.timer.d/late.conf"
  truncate -s 2G "$dir/disk.img" && mke2fs -q -F -t ext4 -d "$root" "$dir/disk.img"
  qemu-img convert -O qcow2 "$dir/disk.img" "$dir/disk.qcow2"
}

# Boots the machine, waits until it is READY, and saves its state next to its disk.
save_state() {
  local waited
  truncate -s "$SHARE_SIZE" "$dir/share.tar"
  coproc MONITOR { qemu "$dir" -no-reboot -monitor stdio -serial "file:$dir/boot.log" \
    -drive "file=$dir/disk.qcow2,if=virtio,format=qcow2" \
    -drive "file=$dir/share.tar,if=virtio,format=raw,readonly=on"; }
  for ((waited = 0; waited < 300; waited++)); do
    sleep 1
    ! grep -q READY "$dir/boot.log" 2>/dev/null || break
  done
  sleep 2
  printf 'savevm ready\nquit\n' >&"${MONITOR[1]}"
  wait "$MONITOR_PID" || true
  qemu-img snapshot -l "$dir/disk.qcow2" | grep -q ready
}

# What the machine depends on. A saved state fits only the QEMU that saved it; before its installation there is none.
name_of_machine() {
  (cd "$here" && echo "$SYSTEM" && cat build.sh qemu.sh guest.sh ssdt.asl.sh evil.c turbo/* &&
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
    build_initrd >&2
    ! mountpoint -q "$root" || umount "$root"
    save_state >&2
    rm -rf -- "$dir"/{root,turbo.ko,initrd,disk.img}
    touch "$dir/done" && chmod -R a+rX "$dir" && mv -- "$dir" "$final"
  fi
  echo "$final"
}

main
