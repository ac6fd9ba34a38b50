#!/usr/bin/env bats
# What a tune is worth: required knobs that the machine does not have fail the job, and a machine counts as tuned when the
# knobs that decide are in force (docs/runner-hooks.md, What tuned means).
load kit

setup() {
  make_kit
  receipt=$MACHINE/run/stable-bench/receipt.json
}

# graded TARGETS: the grade of these targets, and the knobs that are to blame, as in tests/examples/grades.txt.
graded() {
  local text knob target wanted status need
  local -a targets
  begin_count
  REQUIRED=()
  IFS=, read -r -a targets <<<"$1"
  for text in "${targets[@]}"; do
    read -r knob target wanted status need <<<"$text"
    count_status "$knob" "${target#-}" "${wanted#-}" "$status" reason
    [[ -z $need ]] || REQUIRED[$knob]=yes
  done
  KNOBS=("${!STATE_OF[@]}")
  find_unmet
  find_lacks
  ((${#UNMET[@]} + ${#LACKS[@]})) || { echo tuned; return; }
  printf '%s\n' "${UNMET[@]}" "${LACKS[@]%% *}" | sort -u | xargs echo degraded
}

@test "grades are as in the examples" {
  local line got count=0
  for part in environment log machine/identity engine/grade; do source "$KIT/lib/$part.sh"; done
  declare -gA REQUIRED=()
  while IFS= read -r line; do
    [[ $line != '#'* && -n $line ]] || continue
    got=$(trap - DEBUG; graded "${line% => *}")
    [[ $got == "${line##* => }" ]] || { echo "$line, not $got"; return 1; }
    count=$((count + 1))
  done <"$BATS_TEST_DIRNAME/../examples/grades.txt"
  ((count > 15))
}

# refused LINE WORDS...: with this configuration a tune fails, says these words, and changes nothing. So say plan and status.
refused() {
  local before words
  before=$(snapshot)
  conf "$1"
  run -1 host tune
  for words in "${@:2}" 'a required knob failed: nothing was changed'; do
    [[ "$output" == *"$words"* ]] || { echo "not said: $words"; return 1; }
  done
  [ ! -e "$receipt" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  diff <(echo "$before") <(snapshot)
  run -1 host plan
  [[ "$output" == *"${2}"*'jobs fail before they begin'* ]]
}

@test "a machine without cpufreq, systemd or cgroups meets no profile: every job fails, and the sentence names the knob" {
  make_machine none
  lacks_clock='governor = performance is required, and this machine does not have it: no cpufreq'
  for profile in gentle standard strict; do
    refused "profile = $profile" "$lacks_clock" 'this machine can meet no profile'
  done
  [[ "$output" == *'partition = auto is required, and this machine does not have it: there is no systemd here'* ]]
  refused 'governor = performance required' "$lacks_clock"
}

@test "the profile that the machine can meet is named" {
  make_machine acpi-cpufreq 4
  refused 'profile = strict' 'partition = auto is required, and this machine does not have it: there is no systemd here' \
    'this machine can meet the profile standard (profile = standard)'
  conf 'profile = standard'
  run -0 host tune
}

@test "where the job may go on, the machine is degraded, and receipt, output and status say what is missing" {
  make_machine none
  conf 'profile = strict' 'on-failure = degraded'
  run -0 host tune
  [[ "$output" == *'degraded: governor is not in force: no cpufreq'*'degraded: turbo is not in force'*'degraded: partition is not in force'* ]]
  [ "$(receipt 'r.grade + r.lacks.length')" = degraded3 ]
  run -0 host verify
  [ "$(receipt 'r.grade + r.lacks.length')" = degraded3 ]
}

@test "optional knobs that are not there fail no job, and do not make a machine tuned" {
  make_machine none
  conf 'governor = performance' 'turbo = off' 'partition = auto'
  run -0 host tune
  [[ "$output" == *'degraded: 0 applied, 0 already so, 3 not on this machine'* ]]
  [ "$(receipt r.grade)" = degraded ]
}

@test "a machine that the standard profile holds is tuned; the gentle one takes no CPUs, so it is degraded, unless it is told to" {
  make_machine acpi-cpufreq 4
  make_systemd
  conf 'profile = standard'
  host tune
  [ "$(receipt 'r.grade + r.lacks.length')" = tuned0 ]
  host restore
  conf 'profile = gentle'
  host tune
  [ "$(receipt 'r.grade + r.lacks.join()')" = 'degradedpartition is not in force: the profile gentle takes no CPUs from others, so its jobs are always degraded' ]
  host restore
  conf 'profile = gentle' 'partition = auto'
  host tune
  [ "$(receipt 'r.grade + r.lacks.length')" = tuned0 ]
}

@test "a virtual machine is never tuned, whatever it could set" {
  make_machine acpi-cpufreq 4
  make_systemd
  conf 'profile = standard'
  put /proc/cpuinfo $'processor\t: 0\nflags\t\t: fpu tsc hypervisor lahf_lm'
  run -0 host tune
  [[ "$output" == *'degraded: a virtual machine: its host decides about the clock'* ]]
  [ "$(receipt r.grade)" = degraded ]
  host restore
  # Processors without such a flag: the firmware's names.
  put /proc/cpuinfo $'processor\t: 0\nFeatures\t: fp asimd'
  put /sys/class/dmi/id/sys_vendor QEMU
  host tune
  [ "$(receipt r.grade)" = degraded ]
  host restore
  put /sys/class/dmi/id/sys_vendor 'Amazon EC2'
  put /sys/class/dmi/id/product_name 'c7g.metal'
  host tune
  [ "$(receipt r.grade)" = tuned ]
  host restore
  # Without firmware that says so: what the hypervisor puts into the device tree.
  for node in hypervisor fw-cfg@9020000; do
    mkdir -p "$MACHINE/proc/device-tree/$node"
    host tune
    [ "$(receipt r.grade)" = degraded ]
    host restore
    rmdir "$MACHINE/proc/device-tree/$node"
  done
}

@test "what needs no setting is met: a processor without SMT, units that are not active" {
  make_machine acpi-cpufreq 4
  make_systemd
  put /sys/devices/system/cpu/smt/control notsupported
  for cpu in 0 1 2 3 4 5 6 7; do put "/sys/devices/system/cpu/cpu$cpu/topology/core_cpus_list" "$cpu"; done
  echo inactive >"$MACHINE/etc/units/irqbalance.service"
  conf 'smt = off required' 'irqbalance = stop required' 'daemons = stop required'
  run -0 host tune
  [ "$(receipt "['smt', 'irqbalance', 'daemons'].map(k => r.knobs.filter(each => each.knob === k).map(each => each.status)).join()")" = already,already,already ]
  run -0 host status
  [[ "$output" == *'smt: already: this processor has no SMT'* ]]
}

@test "turbo that cannot be switched is met by a clock that is capped at the base clock" {
  make_machine amd-pstate-epp@6.10 4
  conf 'turbo = off required' 'max-frequency = auto'
  run -0 host tune
  host restore
  refused 'turbo = off required' 'turbo = off is required, and this machine does not have it: amd-pstate-epp has no boost control'
}

@test "a required knob whose every target is refused as not there fails after it was tried, and all is back" {
  make_machine acpi-cpufreq
  before=$(snapshot)
  echo '*/scaling_governor ENOENT' >"$BOX/refuse"
  conf 'governor = performance required' 'statistics-interval = 10'
  run -1 host tune
  [[ "$output" == *'a required knob failed: restoring'*'governor = performance is required, and this machine does not have it'* ]]
  diff <(echo "$before") <(snapshot)
}

@test "a machine of which one policy keeps its turbo, since its base clock is not known, is not tuned" {
  make_machine cppc_cpufreq 4
  make_systemd
  rm -r "$MACHINE/sys/devices/system/cpu/cpu3/acpi_cppc"
  conf 'profile = standard' 'on-failure = degraded'
  run -0 host tune
  [ "$(receipt r.grade)" = degraded ]
  [[ "$output" == *'max-frequency: '*'/policy3/scaling_max_freq failed: its base clock is not known'*'degraded: turbo is not in force'* ]]
}
