# Sourced by build.sh: the root of the test machine, which becomes its disk.

# mmdebstrap for the system, with its keys. apt's own user could not read them in somebody's home.
strap() {
  [[ $SYSTEM != ubuntu-* ]] || set -- "--keyring=$(ubuntu_keyring "$cache")" --aptopt='APT::Sandbox::User "root"' "$@"
  mmdebstrap --quiet "$@"
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
  packages+=,$SUDO,libstdc++6,$IMAGE,gcc,libc6-dev,make${POLICY:+,$POLICY}
  strap --variant=minbase "${paths[@]}" --include="$packages" "$SUITE" "$root"
  KERNEL=$(cd "$root/boot" && echo vmlinuz-*)
  KERNEL=${KERNEL#vmlinuz-}
  cp "$root/boot/vmlinuz-$KERNEL" "$dir/vmlinuz"
  depmod -b "$root" "$KERNEL"
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
}

make_disk() {
  truncate -s 2G "$dir/disk.img" && mke2fs -q -F -t ext4 -d "$root" "$dir/disk.img"
  qemu-img convert -O qcow2 "$dir/disk.img" "$dir/disk.qcow2"
}
