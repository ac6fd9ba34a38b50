# Whether this is a virtual machine, and the name of this machine in the receipt. The name outlives runners, hosts'
# names and jobs: results are compared on one machine only. The serial number itself is not published, only a digest of
# it.

# REPLY: the configured name, or `machine-` and a digest of what the hardware says of itself.
machine_name() {
  REPLY=${OPTION[machine]-auto}
  [[ $REPLY != auto ]] && return
  local file value digest=''
  for file in sys/class/dmi/id/{product_uuid,product_serial,board_serial} proc/device-tree/serial-number \
    etc/machine-id; do
    [[ -f $ROOT/$file ]] || continue
    # Files of the device tree end in a zero byte, others in a line break.
    value=''
    { IFS= read -r -d '' value <"$ROOT/$file"; } 2>/dev/null
    value=${value%$'\n'}
    is_placeholder "$value" && continue
    digest=$(printf 'stable-bench %s' "$value" | sha256sum)
    break
  done
  REPLY=${digest:+machine-${digest:0:12}}
}

# Whether this value is a placeholder of the board's maker: all its boards would be one machine.
is_placeholder() {
  local value=${1,,}
  value=${value//[^a-z0-9]/}
  local other=${value//"${value:0:1}"/}
  [[ ${#value} -lt 4 || -z $other || $value == 03000200040005000006000700080009 ||
    $value =~ 123456789|default|tobefilled|^system|notspecified|notapplicable|^none$|oem ]]
}

# Succeeds in a virtual machine. x86 hypervisors set a CPU flag; elsewhere the firmware's names must do, or what hypervisors
# put into the device tree (hypervisor: Xen and KVM; fw-cfg: QEMU). As `virtual` in src/testbed/facts/platform.ts.
is_virtual() {
  local line hardware='' file
  while IFS= read -r line; do
    [[ $line == flags*:* ]] || continue
    [[ "$line " == *' hypervisor '* ]]
    return
  done 2>/dev/null <"$ROOT/proc/cpuinfo"
  for file in "$ROOT"/proc/device-tree/{hypervisor,fw-cfg@*}; do [[ ! -d $file ]] || return 0; done
  for file in sys_vendor product_name; do
    line=''
    { IFS= read -r line <"$ROOT/sys/class/dmi/id/$file"; } 2>/dev/null
    hardware+=" $line"
  done
  [[ $hardware != *'Amazon EC2 '*metal* ]] &&
    [[ $hardware =~ QEMU|KVM|VMware|VirtualBox|'Virtual Machine'|Xen|Bochs|'Google Compute'|'Amazon EC2 ' ]]
}
