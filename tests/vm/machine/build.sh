#!/usr/bin/env bash
# Builds the test machine unless it is there already, and prints its directory: Debian 12 with systemd on a real kernel
# under QEMU's software emulation, as much like a bare-metal runner as that goes: acpi-cpufreq with boost, SMT control,
# two NUMA nodes, cgroup v2, sudo, cron, irqbalance, an unprivileged user `runner`. It is booted once and its state
# saved. Needs root on Debian 12, about two minutes and 1 GB in ${XDG_CACHE_HOME:-~/.cache}/stable-bench.
set -euo pipefail
shopt -s nullglob
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
source "$here/qemu.sh"
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
  for package in qemu-system-x86 qemu-utils mmdebstrap e2fsprogs acpica-tools busybox-static cpio kmod make; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  apt-get update -qq
  ((${#missing[@]} == 0)) || apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  KERNEL=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-//p' | head -n 1)
  apt-get install -y -qq --no-install-recommends "linux-headers-$KERNEL" >/dev/null
}

build_kernel() {
  (cd "$dir" && apt-get download -qq "linux-image-$KERNEL" 2>/dev/null && dpkg -x linux-image-*.deb image)
  cp "$dir/image/boot/vmlinuz-$KERNEL" "$dir/vmlinuz"
  cp -r "$here/turbo" "$dir/turbo"
  make -s -C "/usr/src/linux-headers-$KERNEL" "M=$dir/turbo" modules >/dev/null
  "$here/ssdt.asl.sh" "$GUEST_CPUS" >"$dir/ssdt.asl"
  (cd "$dir" && iasl -p ssdt ssdt.asl >/dev/null)
  # Whatever compiles the module can compile this.
  local compilers=(/usr/bin/gcc{,-[0-9]*})
  "${compilers[0]}" -shared -fPIC -nostdlib -o "$dir/evil.so" "$here/evil.c"
}

build_initrd() {
  local module
  mkdir -p "$dir/initrd"/{bin,modules,proc,sys,dev,root}
  cp /bin/busybox "$dir/initrd/bin/"
  for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk \
    crc16 crc32c_generic libcrc32c mbcache jbd2 ext4; do
    find "$dir/image/lib/modules/$KERNEL" -name "$module.ko" -exec cp {} "$dir/initrd/modules/" \;
    echo "insmod /modules/$module.ko"
  done >"$dir/initrd/load"
  # Before udev loads acpi-cpufreq, which asks for turbo only once.
  cp "$dir/turbo/turbo.ko" "$dir/initrd/modules/" && echo 'insmod /modules/turbo.ko' >>"$dir/initrd/load"
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

# Those that this machine could use at all.
install_modules() {
  local from=$dir/image/lib/modules/$KERNEL to=$dir/root/usr/lib/modules/$KERNEL part
  mkdir -p "$to/kernel/drivers" && cp "$from"/modules.* "$to/"
  for part in arch crypto lib fs/{jbd2,ext4,mbcache.ko} drivers/{acpi,block,char,cpufreq,firmware,hwmon,input,platform,virtio}; do
    mkdir -p "$to/kernel/${part%/*}" && cp -r "$from/kernel/$part" "$to/kernel/$part"
  done
  depmod -b "$dir/root" "$KERNEL"
}

build_root() {
  local root=$dir/root
  mmdebstrap --quiet --variant=minbase \
    --include=systemd,systemd-sysv,dbus,udev,kmod,util-linux,procps,sudo,irqbalance,cron,git \
    bookworm "$dir/root.tar"
  mkdir "$root" && tar -C "$root" -xf "$dir/root.tar"
  install_modules
  chroot "$root" useradd -m -s /bin/bash runner
  echo bench >"$root/etc/hostname" && echo '127.0.0.1 localhost bench' >"$root/etc/hosts"
  install -m 0755 "$here/guest.sh" "$root/usr/local/sbin/guest"
  printf '%s\n' '[Unit]' 'After=multi-user.target' '[Service]' 'Type=exec' 'ExecStart=/usr/local/sbin/guest' \
    'KillMode=process' >"$root/etc/systemd/system/guest.service"
  ln -sf ../guest.service "$root/etc/systemd/system/multi-user.target.wants/guest.service"
  # Their timers are for the tests; their work (a network, a package manager) is not.
  local unit
  for unit in serial-getty@ttyS0 getty@tty1 apt-daily apt-daily-upgrade dpkg-db-backup fstrim e2scrub_all e2scrub_reap; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
  done
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
  (cd "$here" && cat build.sh qemu.sh guest.sh ssdt.asl.sh evil.c turbo/* &&
    { qemu-system-x86_64 --version 2>/dev/null || true; }) | sha256sum | cut -c1-16
}

main() {
  local final
  final=$cache/vm-$(name_of_machine)
  if [[ ! -f $final/done ]]; then
    assert_buildable
    install_packages >&2
    final=$cache/vm-$(name_of_machine)
  fi
  if [[ ! -f $final/done ]]; then
    dir=$final.new
    # Other recipes' machines may be in use, but not for ever.
    mkdir -p "$cache" && find "$cache" -maxdepth 1 -name 'vm-*' -mtime +7 -exec rm -rf -- {} +
    rm -rf -- "$dir" && mkdir "$dir"
    build_kernel >&2
    build_root >&2
    build_initrd >&2
    save_state >&2
    rm -rf -- "$dir"/{root,root.tar,image,initrd,turbo,disk.img} "$dir"/*.deb
    touch "$dir/done" && chmod -R a+rX "$dir" && mv -- "$dir" "$final"
  fi
  echo "$final"
}

main
