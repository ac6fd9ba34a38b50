#!/usr/bin/env bats
# The machine's name in the receipt: the configured one, or one of its hardware, which no runner's name changes.
load kit

setup() { make_governor_machine; }

# write_names FILE VALUE...: these files, of all that name a machine, say this.
write_names() {
  rm -rf "$MACHINE/sys/class/dmi" "$MACHINE/proc/device-tree" "$MACHINE/etc/machine-id"
  while (($#)); do
    put "/$1" "$2"
    shift 2
  done
}

# name_with FILE VALUE...: the machine's name in the receipt when these files say this.
name_with() {
  write_names "$@"
  host tune >&2
  receipt r.machine
  host restore >&2
}

# name_by FILE VALUE...: the same, by the function of the kit alone.
name_by() (
  write_names "$@"
  source "$KIT/lib/environment.sh"
  source "$KIT/lib/machine/identity.sh"
  declare -A OPTION=([machine]=auto)
  machine_name
  echo "$REPLY"
)

@test "the name is of the hardware, stays, and gives no serial number away" {
  local uuid=4c4c4544-0042-3510-8054-b4c04f4d4e32
  local name
  name=$(name_with sys/class/dmi/id/product_uuid "$uuid" etc/machine-id 11112222333344445555666677778888)
  [[ $name =~ ^machine-[0-9a-f]{12}$ ]]
  [ "$(name_with sys/class/dmi/id/product_uuid "$uuid" etc/machine-id 99)" = "$name" ]
  [ "$(name_with sys/class/dmi/id/product_uuid "${uuid/4c/4d}")" != "$name" ]
}

@test "what a maker has not filled in names no machine" {
  local by_id value
  by_id=$(name_with etc/machine-id 0f1e2d3c4b5a69788796a5b4c3d2e1f0)
  [[ $by_id =~ ^machine- ]]
  for value in 'To Be Filled By O.E.M.' 'Default string' 'System Serial Number' 0123456789 00000000 'Not Specified' \
    03000200-0400-0500-0006-000700080009 FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF '' None; do
    [ "$(name_by sys/class/dmi/id/product_uuid "$value" sys/class/dmi/id/board_serial "$value" \
      etc/machine-id 0f1e2d3c4b5a69788796a5b4c3d2e1f0)" = "$by_id" ]
  done
  [ "$(name_by sys/class/dmi/id/product_uuid 'Default string' sys/class/dmi/id/board_serial 7XK3P02)" != "$by_id" ]
}

@test "a machine that says nothing has no name, and is tuned all the same" {
  [ "$(name_with sys/class/dmi/id/product_uuid None)" = '' ]
}

@test "the configuration names machine and class" {
  conf 'governor = performance' 'machine = rack-3.left' 'class = epyc-9354'
  host tune
  [ "$(receipt '[r.machine, r.class].join()')" = rack-3.left,epyc-9354 ]
  conf 'governor = performance' 'class = none'
  host restore && host tune
  [ "$(receipt r.class)" = undefined ]
}

@test "a name that is none is a mistake" {
  conf 'machine = "; reboot"' 'class = a b'
  run -64 host tune
  [[ "$output" == *'conf:1: machine = "; reboot" does not fit'*'conf:2: class = a b does not fit'* ]]
}

@test "writes to the fake machine end as on a real kernel, which has to tell the same lines (tests/vm)" {
  make_kit
  make_machine acpi-cpufreq 2
  for part in environment.sh log.sh step.sh machine/{kernel,cpu-list}.sh engine/{journal,receipt,plan,restore}.sh fake-kernel.bash; do
    source "$KIT/lib/$part"
  done
  mkdir -p "$PRIVATE"
  put /sys/devices/system/cpu/cpufreq/policy0/scaling_setspeed '<unsupported>'
  before=$(snapshot)
  source "$BATS_TEST_DIRNAME/fake/agreement.bash"
  diff "$BATS_TEST_DIRNAME/fake/agreement.expected" <(agree)
  diff <(echo "$before") <(snapshot)
}
