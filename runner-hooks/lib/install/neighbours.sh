# install.sh --check, on what else runs on this machine and how the kit gets along with it. Changes nothing.

check_neighbours() {
  local count=${#RUNNER_DIRS[@]}
  if ((count > 1)); then
    say "$count runners share this machine: one job is tuned at a time; another one waits for busy-wait (seconds), and then" \
      'fails before it measures'
  fi
  ! has_systemd || check_activated
  check_cgroups
}

# Daemons that set the clock and that D-Bus starts again when any program asks for them: they are stopped, but can come back
# in the middle of a job. The verification then reports what they have set.
check_activated() {
  local name
  local -a names=(tuned.service tuned-ppd.service power-profiles-daemon.service thermald.service)
  local -A UNIT=()
  while IFS='|' read -r name; do
    say "note: D-Bus can start $name in the middle of a job, which then counts as degraded: on a machine for benchmarks," \
      "systemctl mask $name"
  done < <(activated_units "${names[@]}")
}

# Prints those of the units $@ that D-Bus can start. Not with load_units, which needs the folder under /run.
activated_units() { # UNIT...
  local line id='' bus='' load=''
  {
    timeout -k 2 "$STEP_TIMEOUT" systemctl show --no-pager --property=Id,BusName,LoadState -- "$@" </dev/null 2>/dev/null
    printf '\n'
  } | while IFS= read -r line; do
    case $line in
      Id=*) id=${line#*=} ;;
      BusName=*) bus=${line#*=} ;;
      LoadState=*) load=${line#*=} ;;
      '')
        [[ -z $bus || $load != loaded ]] || printf '%s\n' "$id"
        id='' bus='' load=''
        ;;
    esac
  done
}

# Others who hand out CPUs.
check_cgroups() {
  local dir
  for dir in "$ROOT"/sys/fs/cgroup/kubepods*/; do
    dir=${dir%/}
    say "note: Kubernetes runs here (${dir##*/}): pods keep their CPUs, so where these are benchmark CPUs jobs are tuned but" \
      'not isolated; give the kubelet --reserved-cpus for the benchmarks and name them with cpus ='
  done
  [[ ! -d $ROOT/sys/fs/cgroup/docker ]] ||
    say 'note: Docker manages cgroups without systemd here (native.cgroupdriver=cgroupfs): where a container has CPUs of its own' \
      'jobs are tuned but not isolated; choose native.cgroupdriver=systemd'
}
