# Summary: Sets the frequency governor of every policy.
# Values:  performance, or another governor that the driver offers
# Why:     A ramping clock makes early runs slower than late ones.
# Cost:    Higher idle power while tuned.
# Order:   Before turbo: setting a governor can reset no_turbo. Before SMT off: an offline policy answers EBUSY.
# With a governor the kernel forgets its tunables, and the speed that was set under userspace. They are journalled, and
# restored once the governor is back.
dir=/sys/devices/system/cpu/cpufreq
tunables='@(ondemand|conservative)/@(sampling_rate|sampling_down_factor|up_threshold|ignore_nice_load)'
paths=("$dir/policy+([0-9])/scaling_governor" "$dir/policy+([0-9])/scaling_setspeed")
for tunable in "$tunables" 'ondemand/@(powersave_bias|io_is_busy)' 'conservative/@(down_threshold|freq_step)' \
  'schedutil/@(|up_|down_)rate_limit_us'; do
  paths+=("$dir/$tunable" "$dir/policy+([0-9])/$tunable")
done
settings='[a-z_]+' values='[a-z_]+|[0-9]{1,10}' restore_at=40

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  [[ ${TARGETS[*]} == *scaling_governor* ]]
}

# The governors come first, so that they are also restored first.
want() {
  local target offered hidden changes=''
  for target in "${TARGETS[@]}"; do
    if [[ $target != */scaling_governor ]]; then
      [[ -z $changes ]] || ! read_target "$target" || watch "$target"
      continue
    fi
    kernel_read "${target%/*}/scaling_available_governors" || REPLY=$1
    offered=" $REPLY "
    if [[ $offered != *" $1 "* ]]; then
      unable "$target" "the driver offers only$offered"
    elif hides_preference "$target" "$1"; then
      hidden="its energy_performance_preference cannot be read ($REPLY), and this governor would overwrite it"
      unable "$target" "$hidden: write a name such as balance_performance to it once, at boot"
    else
      add "$target" "$1"
      if kernel_read "$target" && [[ $REPLY != "$1" ]]; then changes=yes; fi
    fi
  done
}

# The governor performance overwrites the preference (EPP). The firmware may have chosen a preference without a name,
# which nobody could restore. So the governor of that policy stays until somebody sets a preference by name. A processor
# without a preference loses nothing.
hides_preference() { # TARGET GOVERNOR; REPLY: why the preference cannot be read
  local epp=${1%/*}/energy_performance_preference
  [[ $2 == performance ]] && has "$epp" && kernel_read "$1" && [[ $REPLY != performance ]] && ! kernel_read "$epp" &&
    [[ $REPLY != @(ENOENT|ENODEV|EOPNOTSUPP) ]]
}

# The files of a governor are gone when somebody has set another governor since.
read_target() {
  vanishes=yes
  [[ $1 != */scaling_governor ]] || vanishes=no
  kernel_read "$1" || return
  [[ $REPLY == '<unsupported>' ]] || return 0
  REPLY=ENOENT
  return 1
}

# scaling_setspeed shows the clock in force. The limits of turbo still hold it down; it comes back when they do.
as_good() { [[ $1 == */scaling_setspeed && $4 == written ]]; }

# Another driver, or another mode of it, may not offer the governor any more.
out_of_reach() { # TARGET VALUE ORIGINAL ERROR
  [[ $1 == */scaling_governor && $4 == EINVAL ]] && kernel_read "${1%/*}/scaling_available_governors" &&
    [[ " $REPLY " != *" $3 "* ]] || return
  REPLY="its driver does not offer $3 any more (only $REPLY), so it keeps $2: set the one that you want"
}
