# Boot parameters that help and that nobody can set at run time: recommended with the exact line, never set.

# Says which boot parameters would help on this machine, once BENCH_CPUS and HOUSE_CPUS are chosen; nothing when it has
# them already. nohz_full is not among them: it makes system calls slower, and with intel_pstate the clock unsteady.
recommend_boot_line() {
  local present=' ' wanted='' parameter quoted="$ROOT/etc/default/grub" update=update-grub
  [[ -n ${BENCH_CPUS-} ]] || return 0
  [[ ! -r $ROOT/proc/cmdline ]] || IFS= read -r present <"$ROOT/proc/cmdline"
  # Managed interrupts (NVMe, many network cards) cannot be moved later; irqaffinity is for drivers that load early.
  for parameter in "isolcpus=managed_irq,$BENCH_CPUS" "irqaffinity=$HOUSE_CPUS" "rcu_nocbs=$BENCH_CPUS"; do
    [[ " $present " == *" ${parameter%%=*}="* ]] || wanted+=" $parameter"
  done
  [[ -n $wanted ]] || return 0
  wanted=${wanted# }
  say "recommended boot parameters, which the kit never sets: $wanted"
  # It also changes the entries that are there (Boot Loader Specification), which no configuration file of GRUB does.
  if [[ -e $ROOT/usr/sbin/grubby || -e $ROOT/usr/bin/grubby ]]; then
    say "for all boot entries, then a reboot: grubby --update-kernel=ALL --args=\"$wanted\""
  elif [[ -r $quoted ]] && boot_line_of "$quoted"; then
    [[ ! -d $ROOT/boot/grub2 ]] || update='grub2-mkconfig -o /boot/grub2/grub.cfg'
    say "in /etc/default/grub, then $update and a reboot: $REPLY"
  elif [[ -e $ROOT/etc/kernel/cmdline ]]; then
    IFS= read -r present <"$ROOT/etc/kernel/cmdline"
    # shellcheck disable=SC2016  # for the administrator's shell
    say 'all of /etc/kernel/cmdline, then kernel-install add "$(uname -r)" "/lib/modules/$(uname -r)/vmlinuz" and a reboot:' \
      "$present $wanted"
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
