#!/usr/bin/env bash
# arm64.sh FOLDER SCRIPT: starts Debian 12's arm64 kernel under QEMU's software emulation, with four slow cores and two fast
# ones in the device tree, gives it a copy of FOLDER at /share, runs SCRIPT there as root and prints what it prints. Ends with
# the script's status; 124 when the guest does not finish in VM_TIMEOUT seconds, 77 where the machine cannot be built. The
# system is an initrd of some packages, without systemd. Needs root on Debian, a minute and 600 MB in the cache.
set -euo pipefail
folder=$1 script=$2
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/stable-bench
machine=$cache/arm64-$(sha256sum "$here/arm64.sh" | cut -c1-16)
CPUS=6 SLOW=4
board=(-machine virt -cpu cortex-a72 -smp "$CPUS" -m 1G)

install_packages() {
  local package
  local -a missing=()
  for package in qemu-system-arm device-tree-compiler mmdebstrap cpio; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# The system: what the kit calls, without documentation and modules. Debian's choice of an awk is a script of the package.
build_system() {
  mmdebstrap --quiet --variant=extract --architectures=arm64 \
    --include=linux-image-arm64,bash,bsdutils,coreutils,util-linux,mount,procps,grep,sed,mawk,findutils,diffutils,kmod bookworm "$machine.new/root"
  cd "$machine.new"
  cp root/boot/vmlinuz-* vmlinuz
  ln -s mawk root/usr/bin/awk
  echo root:x:0:0::/root:/bin/bash >root/etc/passwd
  cat >root/init <<'INIT'
#!/bin/bash
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev; mount -t tmpfs run /run
ln -sfn /proc/self/fd /dev/fd
bash "/share/$script" </dev/null
echo "GUEST-EXIT $?"
echo o >/proc/sysrq-trigger
sleep 100
INIT
  chmod +x root/init
  (cd root && find . \( -path ./usr/share -o -path './usr/lib/linux-*' -o -path './lib/modules' -o -path ./boot -o -path ./var \) -prune -o -print |
    cpio -o -H newc 2>/dev/null | gzip -1) >initrd.gz
  rm -r root
}

# The board's own device tree, with what each core can do.
build_tree() {
  qemu-system-aarch64 "${board[@]}" -machine dumpdtb=board.dtb -display none 2>/dev/null
  dtc -q -I dtb -O dts board.dtb |
    awk -v slow="$SLOW" '{ print } /^\t\tcpu@[0-9]+ \{/ { sub(/.*@/, ""); print "capacity-dmips-mhz = <" ($1 < slow ? 400 : 1024) ">;" }' |
    dtc -q -I dts -O dtb -o tree.dtb
}

if [[ ! -e $machine/done ]]; then
  if [[ ! -e /etc/debian_version || $EUID -ne 0 ]]; then
    echo 'the arm64 machine can only be built as root on Debian' >&2
    exit 77
  fi
  install_packages >&2
  rm -rf -- "$machine.new" && mkdir -p "$machine.new"
  (build_system && build_tree) >&2
  touch "$machine.new/done" && mv -- "$machine.new" "$machine"
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/stable-bench-arm64.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/share" && cp -r "$folder/." "$work/share"
(cat "$machine/initrd.gz" && cd "$work" && find share | cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initrd.gz"
late=0
timeout "${VM_TIMEOUT:-3600}" qemu-system-aarch64 "${board[@]}" -kernel "$machine/vmlinuz" -initrd "$work/initrd.gz" -dtb "$machine/tree.dtb" \
  -append "console=ttyAMA0 quiet panic=-1 mitigations=off script=$script" -no-reboot -nic none -nographic </dev/null | tr -d '\r' >"$work/said" || late=124
sed '/^GUEST-EXIT /d' "$work/said"
status=$(sed -n 's/^GUEST-EXIT //p' "$work/said" | head -n 1)
exit "${status:-$((late ? late : 125))}"
