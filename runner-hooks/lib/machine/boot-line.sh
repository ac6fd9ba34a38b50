# Boot parameters that help and that nobody can set at run time: recommended with the exact line, never set.

# Says which boot parameters would help on this machine, once BENCH_CPUS and HOUSE_CPUS are chosen; nothing when it has
# them already. nohz_full is not among them: it makes system calls slower, and with intel_pstate the clock unsteady.
recommend_boot_line() {
  local present=' ' wanted='' parameter quoted="$ROOT/etc/default/grub"
  [[ -n ${BENCH_CPUS-} ]] || return 0
  [[ ! -r $ROOT/proc/cmdline ]] || IFS= read -r present <"$ROOT/proc/cmdline"
  # Managed interrupts (NVMe, many network cards) cannot be moved later; irqaffinity is for drivers that load early.
  for parameter in "isolcpus=managed_irq,$BENCH_CPUS" "irqaffinity=$HOUSE_CPUS" "rcu_nocbs=$BENCH_CPUS"; do
    [[ " $present " == *" ${parameter%%=*}="* ]] || wanted+=" $parameter"
  done
  [[ -n $wanted ]] || return 0
  wanted=${wanted# }
  say "recommended boot parameters, which the kit never sets: $wanted"
  if [[ -r $quoted ]] && boot_line_of "$quoted"; then
    say "in /etc/default/grub, then update-grub and a reboot: $REPLY"
  elif [[ -e $ROOT/etc/kernel/cmdline ]]; then
    IFS= read -r present <"$ROOT/etc/kernel/cmdline"
    say "in /etc/kernel/cmdline, then kernel-install or the tool of the distribution, and a reboot: $present $wanted"
  fi
}

# REPLY: the line of GRUB's configuration file $1 with the wanted parameters added.
boot_line_of() {
  local line name=GRUB_CMDLINE_LINUX value=''
  while IFS= read -r line; do
    [[ ! $line =~ ^GRUB_CMDLINE_LINUX=[\"\']?([^\"\']*)[\"\']?$ ]] || value=${BASH_REMATCH[1]}
  done <"$1"
  REPLY="$name=\"$value${value:+ }$wanted\""
}
