#!/usr/bin/env bats
# What is for many machines: drop-ins, profiles, recommended boot parameters, and the installation by cloud-init.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  folder=$MACHINE/etc/stable-bench
  mkdir "$folder/conf.d"
  conf 'governor = performance required' 'statistics-interval = 10'
}
# drop_in NAME LINE...
drop_in() { printf '%s\n' "${@:2}" >"$folder/conf.d/$1"; }
# knobs: those of the receipt that were wanted.
knobs() { receipt '[...new Set(r.knobs.map(k => k.knob))].join()'; }

@test "drop-ins win over the file, in the order of their names; what does not end in .conf is none" {
  drop_in 20-site.conf 'statistics-interval = 30' 'class = epyc-9354'
  drop_in 10-rack.conf 'statistics-interval = 20' 'machine = rack-3'
  drop_in 30-old.conf.bak 'statistics-interval = 99'
  host tune
  [ "$(value /proc/sys/vm/stat_interval)" = 30 ]
  [ "$(receipt '[r.machine, r.class].join()')" = rack-3,epyc-9354 ]
  # A value without `required` takes it away.
  host restore
  drop_in 40-other.conf 'governor = performance'
  host tune
  [ "$(receipt 'r.knobs.some(k => k.required)')" = false ]
}

@test "a mistake in a drop-in has its file and line, and one that others may write is refused" {
  drop_in 10-rack.conf '' 'colour = red'
  before=$(snapshot)
  run -64 host tune
  [[ "$output" == *"conf.d/10-rack.conf:2: unknown key colour"* ]]
  drop_in 10-rack.conf 'class = a' 'class = a'
  run -64 host tune
  [[ "$output" == *"conf.d/10-rack.conf:2: class is set again, first in line 1"* ]]
  drop_in 10-rack.conf 'class = a'
  chmod 666 "$folder/conf.d/10-rack.conf"
  run -64 host tune
  [[ "$output" == *"10-rack.conf must belong to root and be writable by nobody else"* ]]
  rm "$folder/conf.d/10-rack.conf" && ln -s "$folder/stable-bench.conf" "$folder/conf.d/10-rack.conf"
  run -64 host tune
  [[ "$output" == *"10-rack.conf is not a regular file"* ]]
  [ "$(snapshot)" = "$before" ]
}

@test "a profile sets every knob, a line wins over it wherever it is, and a profile that is none is a mistake" {
  make_systemd
  conf 'watchdogs = keep' 'profile = standard'
  host tune
  [ "$(receipt 'r.knobs.some(k => k.knob === "smt") && r.knobs.some(k => k.knob === "turbo" && k.required)')" = true ]
  [[ ",$(knobs)," != *,watchdogs,* ]]
  host restore
  # A file need not end in a line break.
  printf 'class = a' >"$folder/conf.d/05.conf"
  printf 'profile = gentle' >"$folder/conf.d/10.conf"
  before=$(snapshot)
  host tune
  # Nobody loses a CPU, a service or an interrupt.
  [ -z "$(receipt 'r.knobs.map(k => k.target).filter(t => /online|irq|slice|service|partition|kthread/.test(t) && !/daemon|tuned|tlp/.test(t)).join()')" ]
  [ "$(value /sys/devices/system/cpu/online)" = 0-7 ]
  host restore
  diff <(echo "$before") <(snapshot)
  drop_in 10.conf 'profile = bold'
  run -64 host tune
  [[ "$output" == *"10.conf:1: profile = bold does not fit none|gentle|standard|strict"* ]]
}

@test "a strict machine refuses jobs when it cannot be isolated; a standard one goes on" {
  make_systemd
  put /sys/fs/cgroup/pinned/cpuset.cpus 2-3
  conf 'profile = strict'
  before=$(snapshot)
  run -1 host tune
  [[ "$output" == *"partition: failed: the cgroup pinned"*'a required knob failed'* ]]
  diff <(echo "$before") <(snapshot)
  conf 'profile = standard'
  run -0 host tune
  host restore
}

@test "the boot parameters that would help are recommended with the exact line, and only those that are missing" {
  put /proc/cmdline 'root=/dev/vda quiet'
  put /etc/default/grub $'GRUB_TIMEOUT=1\nGRUB_CMDLINE_LINUX="console=ttyS0"\nGRUB_CMDLINE_LINUX_DEFAULT="quiet"'
  run -0 host plan
  [[ "$output" == *'in /etc/default/grub, then update-grub and a reboot: GRUB_CMDLINE_LINUX="console=ttyS0 isolcpus=managed_irq,3,7 irqaffinity=0-2,4-6 rcu_nocbs=3,7"'* ]]
  put /proc/cmdline 'root=/dev/vda isolcpus=managed_irq,3,7 irqaffinity=0-2,4-6'
  run -0 host plan
  [[ "$output" == *'recommended boot parameters, which the kit never sets: rcu_nocbs=3,7'* ]]
  put /proc/cmdline 'root=/dev/vda isolcpus=managed_irq,3,7 irqaffinity=0-2,4-6 rcu_nocbs=3,7'
  run -0 host plan
  [[ "$output" != *recommended* ]]
  run -0 bash -c "grep -r . '$MACHINE/etc/default' | wc -l"
  [ "$output" = 3 ]
}

@test "the boot line is for the boot loader of this machine: grubby, GRUB of RPM systems, systemd-boot" {
  put /proc/cmdline 'root=/dev/vda quiet'
  wanted='isolcpus=managed_irq,3,7 irqaffinity=0-2,4-6 rcu_nocbs=3,7'
  says() { run -0 host plan && [[ "$output"$'\n' == *"$1"$'\n'* ]] || { echo "not said: $1"; return 1; }; }
  put /etc/kernel/cmdline 'root=/dev/vda quiet'
  says "all of /etc/kernel/cmdline, then kernel-install add \"\$(uname -r)\" \"/lib/modules/\$(uname -r)/vmlinuz\" and a reboot: root=/dev/vda quiet $wanted"
  put /etc/default/grub 'GRUB_CMDLINE_LINUX="quiet"'
  mkdir -p "$MACHINE/boot/grub2"
  says "in /etc/default/grub, then grub2-mkconfig -o /boot/grub2/grub.cfg and a reboot: GRUB_CMDLINE_LINUX=\"quiet $wanted\""
  # Fedora and RHEL boot entries with a line of their own, which grub2-mkconfig does not change.
  put /usr/sbin/grubby ''
  says "for all boot entries, then a reboot: grubby --update-kernel=ALL --args=\"$wanted\""
  [[ "$output" != */etc/default/grub* ]]
}

# cloud_init FILE: does what cloud-init does with it, on the fake machine.
cloud_init() { node "${BATS_TEST_FILENAME%/*}/cloud-init.mjs" "$1" "$MACHINE" && "$MACHINE/runcmd"; }

# prepare_cloud: what cloud-init finds, and its user data. Other paths and the archive's address, and nothing else.
prepare_cloud() {
  make_systemd
  rm -r "$folder"
  runner=$BOX/opt/actions-runner unit=actions.runner.org.box.service
  mkdir -p "$runner" "$MACHINE"/etc/{sudoers.d,systemd/system} "$MACHINE/usr/lib" "$BOX/opt" "$BOX/release/stable-bench-1"
  echo '{}' >"$runner/.runner" && echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  cp -r "$KIT" "$BOX/release/stable-bench-1/runner-hooks"
  tar -czf "$BOX/release.tar.gz" -C "$BOX/release" stable-bench-1
  sed "s|https://[^\"]*|file://$BOX/release.tar.gz|; s|/opt/|$BOX/opt/|g; s|/usr/lib/|$MACHINE&|; s|CLASS|epyc-9354|; s|\[sh, -c, 'systemctl|[sh, -c, '$BOX/bin/systemctl|" \
    "$HOOKS/fleet/cloud-init.yaml" >"$BOX/user-data"
}

@test "the snippet for cloud-init installs the kit from its archive, unattended, with class and profile" {
  prepare_cloud
  run -0 cloud_init "$BOX/user-data"
  [[ "$output" == *'ok: everything is as install.sh writes it'* ]]
  grep -q ACTIONS_RUNNER_HOOK_JOB_STARTED "$runner/.env"
  [ "$(tail -n 1 "$BOX/systemctl.log")" = "restart $unit" ]
  "$MACHINE/usr/lib/stable-bench/stable-bench-host" tune
  [ "$(receipt '[r.class, r.grade].join()')" = epyc-9354,tuned ]
  # A second boot of the same image changes nothing.
  run -0 cloud_init "$BOX/user-data"
  [[ "$output" == *'everything is installed already'* ]]
  "$MACHINE/usr/lib/stable-bench/stable-bench-host" restore
}

@test "whatever fails in the snippet fails the boot script, and the runner is not restarted" {
  prepare_cloud
  # The archive is not there; the runner is not; the configuration fails every job.
  mv "$BOX/release.tar.gz" "$BOX/away"
  run cloud_init "$BOX/user-data"
  ((status != 0))
  mv "$BOX/away" "$BOX/release.tar.gz" && mv "$runner/.runner" "$BOX/away"
  run -1 cloud_init "$BOX/user-data"
  [[ "$output" == *'it has no .runner file'* ]]
  mv "$BOX/away" "$runner/.runner"
  sed -i 's/profile = standard/turbo = bogus/' "$BOX/user-data"
  run -1 cloud_init "$BOX/user-data"
  [[ "$output" == *'with this configuration every job fails'* ]]
  run -1 grep '^restart' "$BOX/systemctl.log"
  sed -i 's/turbo = bogus/profile = standard/' "$BOX/user-data"
  run -0 cloud_init "$BOX/user-data"
  grep -q "^restart $unit" "$BOX/systemctl.log"
}
