# install.sh --check: what else runs on this machine, and how the kit gets along with it. Changes nothing.

check_neighbours() {
  local count=${#RUNNER_DIRS[@]}
  if ((count > 1)); then
    say "$count runners share this machine: one job is tuned at a time; another one waits for busy-wait (seconds), and then" \
      'fails before it measures'
  fi
  ! has_systemd || check_daemons
  check_cgroups
}

# Daemons that set the clock. D-Bus starts some of them again when any program asks for them: they are stopped, but can
# come back in the middle of a job. The verification then reports what they have set. The list is that of
# knobs/11-daemons.sh. It is a copy, since --check runs no knob that others may have written.
check_daemons() {
  local name load state bus
  while IFS='|' read -r name load state bus; do
    [[ $load == loaded ]] || continue
    [[ -z $bus ]] ||
      say "note: D-Bus can start $name in the middle of a job, which then counts as degraded: on a machine for benchmarks," \
        "systemctl mask $name"
    [[ $state == active && $name != thermald.service ]] || continue
    if daemons_stay; then say "note: $name runs here and daemons is keep: it may set the clock in the middle of a job"; else
      say "note: $name runs here: it is stopped while a job is tuned"
    fi
  done < <(units_as_lines tuned.service tuned-ppd.service power-profiles-daemon.service tlp.service tlp-pd.service \
    thermald.service auto-cpufreq.service gamemoded.service)
}

daemons_stay() { (load_config >/dev/null 2>&1 && [[ ${SETTING[daemons]} == keep ]]); }

# Prints `NAME|LOAD STATE|STATE|NAME ON THE BUS` of the units $@. Not with load_units, which needs the folder under /run.
units_as_lines() { # UNIT...
  local line
  local -A of=()
  {
    timeout -k 2 "$STEP_TIMEOUT" systemctl show --no-pager --property=Id,LoadState,ActiveState,BusName -- "$@" \
      </dev/null 2>/dev/null
    printf '\n'
  } | while IFS= read -r line; do
    if [[ -n $line ]]; then of[${line%%=*}]=${line#*=}; else
      printf '%s|%s|%s|%s\n' "${of[Id]-}" "${of[LoadState]-}" "${of[ActiveState]-}" "${of[BusName]-}"
      of=()
    fi
  done
}

# Others who hand out CPUs.
check_cgroups() {
  local dir top=$ROOT/sys/fs/cgroup
  for dir in "$top"/kubepods*/; do
    dir=${dir%/}
    say "note: Kubernetes runs here (${dir##*/}): pods keep their CPUs, so where these are benchmark CPUs jobs are tuned but" \
      'not isolated; give the kubelet --reserved-cpus and the policy option strict-cpu-reservation, and name CPUs of these with cpus ='
  done
  [[ ! -d $top/docker ]] ||
    say 'note: Docker manages cgroups without systemd here (native.cgroupdriver=cgroupfs): where a container has CPUs of its own' \
      'jobs are tuned but not isolated; choose native.cgroupdriver=systemd'
  list_groups "$top"/system.slice/{docker,cri-containerd,crio,libpod}-*.scope "$top"/machine.slice/libpod-*.scope
  [[ -z $REPLY ]] ||
    say "note: containers run here ($REPLY): while a job is tuned they run beside the benchmark CPUs, also those that were given some"
  list_groups "$top"/machine.slice/machine-*.scope
  [[ -z $REPLY ]] ||
    say "note: virtual machines run here (${REPLY//machine.slice\//}): those with CPUs of their own get them back after each job"
  find_partitions
  for dir in "${!PARTITIONS[@]}"; do
    say "note: $dir is a partition of somebody else, with CPUs ${PARTITIONS[$dir]}: housekeeping or partition fails"
  done
}

# REPLY: the names of the cgroups $@ below the root, the first three of them.
list_groups() {
  local dir
  REPLY=''
  for dir in "${@:1:3}"; do REPLY+="${REPLY:+, }${dir#"$ROOT"/sys/fs/cgroup/}"; done
  (($# <= 3)) || REPLY+=", $(($# - 3)) more"
}
