#!/usr/bin/env bash
# run.sh MACHINE FOLDER SCRIPT: wakes the machine up, gives it a copy of FOLDER at /run/share, runs SCRIPT there as root
# and prints what it prints. Ends with the script's status; 124 when the guest does not finish in VM_TIMEOUT seconds.
# When the script prints GUEST-SAVE, the machine's state is saved and `0` sent to its second serial port;
# `GUEST-LOAD WORD` goes back to that state and sends WORD. A SCRIPT with a line `# boot: PARAMETERS` has a machine that is
# booted with these parameters of the kernel; with `# cpu: FLAGS` also with another processor.
set -uo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
source "$here/qemu.sh"
machine=$1 folder=$2 script=$3

work=$(mktemp -d "${TMPDIR:-/tmp}/stable-bench-vm.XXXXXX")
trap 'kill "$qemu_pid" 2>/dev/null; wait "$qemu_pid" 2>/dev/null; rm -rf -- "$work"' EXIT
cp --reflink=auto "$machine/disk.qcow2" "$work/disk.qcow2"
tar -C "$folder" --owner=0 --group=0 -cf "$work/share.tar" . && truncate -s "$SHARE_SIZE" "$work/share.tar"

mkfifo "$work"/{serial,control}.{in,out}
exec {serial}<>"$work/serial.in" {control}<>"$work/control.in" {answers}<>"$work/control.out"
start=(-loadvm ready)
BOOT=$(sed -n 's/^# boot: //p' "$folder/$script") cpu=$(sed -n 's/^# cpu: //p' "$folder/$script")
[[ -z $BOOT ]] || start=(${cpu:+-cpu "$cpu"})
qemu "$machine" "${start[@]}" -chardev "pipe,id=serial,path=$work/serial" -serial chardev:serial \
  -chardev "pipe,id=control,path=$work/control" -mon chardev=control,mode=control \
  -drive "file=$work/disk.qcow2,if=virtio,format=qcow2" \
  -drive "file=$work/share.tar,if=virtio,format=raw,readonly=on" &
qemu_pid=$!

# monitor COMMAND ARGUMENTS: waits until QEMU has done it.
monitor() {
  local answer
  printf '{"execute":"%s","arguments":%s}\n' "$1" "$2" >&"$control"
  while IFS= read -r -t 120 -u "$answers" answer; do [[ $answer == *'"return"'* ]] && return; done
}

monitor qmp_capabilities '{}'
[[ -n $BOOT ]] || echo "$script" >&"$serial"
exec {output}<"$work/serial.out"
end=$((SECONDS + ${VM_TIMEOUT:-300}))
status=124
while ((SECONDS < end)) && kill -0 "$qemu_pid" 2>/dev/null; do
  IFS= read -r -t $((end - SECONDS + 1)) -u "$output" line || continue
  case $line in
    GUEST-EXIT\ *)
      status=${line#GUEST-EXIT }
      monitor quit '{}'
      break
      ;;
    READY\ *) [[ -z $BOOT ]] || echo "$script" >&"$serial" ;;
    GUEST-SAVE) monitor human-monitor-command '{"command-line":"savevm here"}'  && echo 0 >&"$serial" ;;
    GUEST-LOAD\ *) monitor human-monitor-command '{"command-line":"loadvm here"}'  && echo "${line#GUEST-LOAD }" >&"$serial" ;;
    *) printf '%s\n' "$line" ;;
  esac
done
exit "$status"
