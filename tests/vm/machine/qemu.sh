#!/usr/bin/env bash
# Sourced: the one way in which the test machine is started, since a saved state fits only the machine it came from.
# 2 sockets x 1 core x 2 threads, 2 NUMA nodes; no KVM needed; the second serial port is the way in and out. Without
# mitigations (those against Meltdown alone would flush the emulated TLB twice in every system call), without what else
# costs time in an emulation only, and without the flag by which a virtual machine is known, which is never tuned. It
# boots in the morning: no daily timer elapses during a test.
GUEST_CPUS=4
# Of the disk with the files for the guest: sparse, and the same for all, since a saved state knows the size.
SHARE_SIZE=256M

# qemu DIR OPTION...: becomes the machine built in DIR, which boots with the parameters BOOT of the kernel, too. For
# subshells (`qemu ... &`).
qemu() {
  local dir=$1
  shift
  exec qemu-system-x86_64 -machine q35 -accel tcg,thread=single -cpu max,vendor=GenuineIntel,-hypervisor,-la57,-smap,-smep,-pku,-umip \
    -smp "$GUEST_CPUS,sockets=2,cores=1,threads=2" -m 1G \
    -object memory-backend-ram,id=m0,size=512M -object memory-backend-ram,id=m1,size=512M \
    -numa node,nodeid=0,cpus=0-1,memdev=m0 -numa node,nodeid=1,cpus=2-3,memdev=m1 \
    -kernel "$dir/vmlinuz" -initrd "$dir/initrd.gz" -acpitable "file=$dir/ssdt.aml" \
    -append 'console=ttyS0 quiet panic=-1 systemd.show_status=0 mitigations=off init_on_alloc=0 apparmor=0 '"${BOOT-}" \
    -rtc "base=$(date -u +%F)T06:00:00" -nic none -display none -serial null "$@"
}
