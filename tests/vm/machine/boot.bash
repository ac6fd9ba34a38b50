# Sourced by build.sh: how the test machine starts, and its state when it has.

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

# Boots the machine, waits until it is READY (on a busy host for half an hour), and saves its state next to its disk.
save_state() {
  local waited
  truncate -s "$SHARE_SIZE" "$dir/share.tar"
  coproc MONITOR { qemu "$dir" -no-reboot -monitor stdio -serial "file:$dir/boot.log" \
    -drive "file=$dir/disk.qcow2,if=virtio,format=qcow2" \
    -drive "file=$dir/share.tar,if=virtio,format=raw,readonly=on"; }
  for ((waited = 0; waited < 1800; waited++)); do
    sleep 1
    ! grep -q READY "$dir/boot.log" 2>/dev/null || break
    # It has ended.
    [[ -n ${MONITOR_PID-} ]] || return
  done
  sleep 2
  printf 'savevm ready\nquit\n' >&"${MONITOR[1]}"
  wait "$MONITOR_PID" || true
  qemu-img snapshot -l "$dir/disk.qcow2" | grep -q ready
}
