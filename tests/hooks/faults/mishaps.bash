# Sourced by eye.bats: what happens to a job, its runner and its machine.

# killed_at WRITE COMMAND...: kills the engine of COMMAND after that write; fine if it has ended before.
killed_at() {
  local code=0
  echo 0 >"$BOX/kill-count" && echo "$1" >"$BOX/kill-at"
  "${@:2}" >>"$BOX/log" 2>&1 || code=$?
  rm -f "$BOX/kill-at"
  ((code == 0 || code == 1 || code == 137)) || { echo "${*:2}: exit code $code"; return 1; }
}

worker() { as_job 500 "$1" >>"$BOX/log" 2>&1; }
guard() { host recover >>"$BOX/log" 2>&1; }

# The worker has ended, and its entries in the process table with it.
no_worker() { find "$MACHINE/proc" -maxdepth 1 -name '[0-9]*' ! -name 400 ! -name '90?' -exec rm -r {} +; }

# An administrator sets another number in a file that the tune has changed. ADMIN: the file.
administrator() {
  local -a files
  ADMIN='none'
  ((RANDOM % 3 == 0)) || return 0
  mapfile -t files < <(differs installed tuned | grep -E '^proc/sys/(vm|kernel)/' | grep -v watchdog)
  ((${#files[@]})) || return 0
  pick "${files[@]}"
  ADMIN=$REPLY
  echo 1 >"$MACHINE/$ADMIN"
}

# Fifty calls of status at a time, as a job may make them. calm: until the last has ended. The worker is there already: to make it
# anew would take it away for a moment from those that look for it.
flood() {
  local i
  FLOOD=()
  for ((i = 0; i < 50; i++)); do
    { below 500 bash 1001 status || true; } >/dev/null 2>&1 3>&- &
    FLOOD+=("$!")
  done
}

calm() { wait "${FLOOD[@]}"; }

# The power fails: memory and /run are empty, the kernel comes up with its own settings, the disk is as it was.
power_loss() {
  mv "$MACHINE/etc" "$MACHINE/var" "$MACHINE/usr" "$BOX/disk"
  rm -rf "${MACHINE:?}"/* && cp -a "$BOX/booted/." "$MACHINE/"
  rm -r "${MACHINE:?}"/{etc,var,usr} && mv "$BOX/disk"/* "$MACHINE/"
  # Units that were stopped run again; run-time properties were in /run.
  rm -r "$MACHINE/etc/units" && cp -a "$BOX/booted/etc/units" "$MACHINE/etc/units"
  put /proc/sys/kernel/random/boot_id 99999999-2222-3333-4444-555555555555
  rm -rf "$MACHINE/run/stable-bench"
}

# What happens to the job of this round. WHAT says it.
happen() {
  local at=$((1 + RANDOM % 60))
  case $WHAT in
    nothing) worker restore ;;
    verify) killed_at "$((1 + at % 8))" as_job 500 verify && worker restore ;;
    restore) killed_at "$at" as_job 500 restore && no_worker && guard ;;
    worker) no_worker && guard ;;
    listener)
      rm -r "$MACHINE/proc/400"
      guard && [[ -e $MACHINE/run/stable-bench/receipt.json ]] && worker restore || return
      make_process 400 1 Runner.Listener 1001
      ;;
    recover) no_worker && killed_at "$at" host recover && guard ;;
    guard) no_worker && killed_at "$at" host guard && guard ;;
    # Two runners on one host: the other one's worker was told that the machine is busy. Both workers end at once, and while
    # the guard is killed too, one more comes.
    runners)
      ! as_job 600 tune >>"$BOX/log" 2>&1 || return
      no_worker && killed_at "$at" host guard && as_job 700 tune >>"$BOX/log" 2>&1 && as_job 700 restore >>"$BOX/log" 2>&1
      ;;
    flood) flood && below 500 bash 1001 restore >>"$BOX/log" 2>&1 && calm ;;
    # A caller with few descriptors and many of them open.
    descriptors)
      (
        ulimit -n 64
        for ((i = 20; i < 60; i++)); do eval "exec $i</dev/null"; done
        worker restore
      )
      ;;
    hook) no_worker && as_job 600 tune >>"$BOX/log" 2>&1 && as_job 600 restore >>"$BOX/log" 2>&1 ;;
    offline)
      echo 0 >"$MACHINE/sys/devices/system/cpu/cpu1/online"
      # The kit brings it back for the restore, and takes it offline again.
      worker restore || return
      [[ $(<"$MACHINE/sys/devices/system/cpu/cpu1/online") == 0 ]] || { echo 'the CPU is back'; return 1; }
      echo 1 >"$MACHINE/sys/devices/system/cpu/cpu1/online"
      cp "$BOX/booted/sys/devices/system/cpu/online" "$MACHINE/sys/devices/system/cpu/online"
      ;;
    power) power_loss && guard ;;
  esac
}
