# What a kernel does when the kit writes to it, told by the kit's own kernel_read and kernel_write. The fake machine and a real one
# have to tell the same (tests/hooks/machine.bats, tests/vm/guest/jobs/agreement.sh): otherwise what is proven on the fake one means
# little. Lines are `WHAT: RESULT`. It leaves the machine as it was.
cpu=/sys/devices/system/cpu

told() { # FILE WORDS...: what it holds
  if kernel_read "$1"; then echo "${*:2}: $REPLY"; else echo "${*:2}: error $REPLY"; fi
}
written() { # FILE VALUE WORDS...: what becomes of the write
  if kernel_write "$1" "$2"; then echo "${*:3}: done"; else echo "${*:3}: error $REPLY"; fi
}
online() { kernel_read "$cpu/online" && list_expand "$REPLY" && echo "CPUs online $1: ${#LIST[@]}"; }

agree() {
  local first=1 second='' governor policy was hard='' reserve=/proc/sys/vm/min_free_kbytes kept
  # A core that is not that of CPU 0, and its threads.
  for first in 1 2 3; do
    kernel_read "$cpu/cpu$first/topology/core_cpus_list" && list_expand "$REPLY"
    [[ ${LIST[0]} == 0 ]] || break
  done
  first=${LIST[0]} second=${LIST[1]}
  policy=$cpu/cpufreq/policy
  kernel_read "${policy}0/scaling_governor"
  governor=$REPLY
  online 'at first'

  written "$cpu/smt/control" off 'SMT off'
  told "$cpu/smt/control" 'SMT then'
  told "$cpu/cpu$second/online" 'its second thread'
  told "$policy$second/scaling_governor" 'the governor of that'
  written "$policy$second/scaling_governor" performance 'a governor for that'
  written "$cpu/cpu$second/online" 1 'that alone online'
  online 'without SMT'
  written "$cpu/smt/control" on 'SMT on'
  online 'with SMT'

  written "$cpu/cpu$first/online" 0 'a thread offline'
  told "$policy$first/scaling_governor" 'its governor'
  online 'without it'
  written "$cpu/cpu$first/online" 1 'it comes back'
  told "$policy$first/scaling_governor" 'its governor again' | sed "s/ $governor\$/ as before/"

  written "${policy}0/scaling_governor" nonsense 'a governor that is none'
  written "${policy}0/scaling_governor" performance 'the governor performance'
  told "${policy}0/scaling_governor" 'the governor then'
  written "${policy}0/scaling_setspeed" 1000000 'a speed under performance'
  written "${policy}0/scaling_governor" "$governor" 'the governor as before'

  kernel_read "$reserve" && kept=$REPLY
  written "$reserve" 20000 'less memory kept free'
  kernel_read /sys/kernel/mm/transparent_hugepage/enabled && was=${REPLY#*[} && was=${was%]*}
  written /sys/kernel/mm/transparent_hugepage/enabled never 'no huge pages'
  told /sys/kernel/mm/transparent_hugepage/enabled 'huge pages then'
  written /sys/kernel/mm/transparent_hugepage/enabled sometimes 'a word that is none'
  written /sys/kernel/mm/transparent_hugepage/enabled "$was" 'huge pages as before'
  kernel_read "$reserve"
  ((REPLY <= 20000)) || echo 'memory kept free with huge pages: more'
  written "$reserve" "$kept" 'memory kept free as before'

  kernel_read /proc/sys/kernel/nmi_watchdog && hard=$REPLY
  kernel_read /proc/sys/kernel/soft_watchdog && was=$REPLY
  written /proc/sys/kernel/watchdog 0 'no watchdogs'
  told /proc/sys/kernel/soft_watchdog 'the soft one'
  written /proc/sys/kernel/soft_watchdog 1 'the soft one alone'
  told /proc/sys/kernel/watchdog 'watchdogs then'
  written /proc/sys/kernel/watchdog 1 'watchdogs again'
  written /proc/sys/kernel/soft_watchdog "$was" 'the soft one as before'
  told /proc/sys/kernel/watchdog 'watchdogs with it'
  # Not every machine has one.
  [[ -z $hard ]] || kernel_write /proc/sys/kernel/nmi_watchdog "$hard" || true
  written /proc/sys/kernel/no_such_knob 1 'a file that is not there'
}
