#!/usr/bin/env bats
# Attacks of an untrusted caller: arguments, environment, forged files, output. One test for each row of docs/security.md.
load ../kit

setup() {
  make_governor_machine
  policy=/sys/devices/system/cpu/cpufreq/policy0/scaling_governor
  journal=$MACHINE/run/stable-bench/journal
}

@test "anything but one literal verb is refused" {
  run -64 host
  run -64 host tune now
  run -64 host tune ''
  run -64 host '../tune'
  run -64 host 'tune;id'
  run -64 host main
  run -64 host kernel-write
  [ "$(snapshot)" = "$before" ]
}

@test "a hostile environment changes nothing" {
  echo "touch '$BOX/owned'" >"$BOX/evil"
  mkdir "$BOX/evil-bin"
  for tool in flock mv chmod stat timeout systemctl mkdir rm bash env; do
    printf '#!/bin/bash\ntouch "%s"\n' "$BOX/owned" >"$BOX/evil-bin/$tool"
    chmod +x "$BOX/evil-bin/$tool"
  done
  run -0 env PATH="$BOX/evil-bin:$PATH" BASH_ENV="$BOX/evil" ENV="$BOX/evil" \
    IFS=/ CDPATH=/tmp GLOBIGNORE='*' SHELLOPTS=xtrace:noexec BASHOPTS=failglob PS4="\$(touch $BOX/owned)" \
    ROOT=/nowhere SB_ROOT=/nowhere MACHINE=/nowhere KIT=/nowhere RUN=/nowhere CONFIG=/nowhere \
    'BASH_FUNC_printf%%=() { touch '"$BOX/owned"'; }' \
    'BASH_FUNC_read%%=() { touch '"$BOX/owned"'; }' \
    LD_LIBRARY_PATH="$BOX/evil-bin" TMPDIR=/nowhere LANG=tr_TR.UTF-8 POSIXLY_CORRECT=1 \
    "$KIT/stable-bench-host" tune
  [[ "$output" == *"degraded: 4 applied"* ]]
  [ ! -e "$BOX/owned" ]
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "standard input, low limits and ignored signals of the caller have no effect" {
  run -0 bash -c "trap '' TERM INT PIPE; ulimit -S -f 0; yes | '$KIT/stable-bench-host' tune"
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
  printf 'status() { say "reads from $(readlink /proc/self/fd/0)"; }\n' >>"$KIT/lib/engine/guard.sh"
  echo evil >"$BOX/input"
  run -0 bash -c "'$KIT/stable-bench-host' status <'$BOX/input'"
  [[ "$output" == *"reads from /dev/null" ]]
}

@test "a caller whose user is not a number is refused" {
  SUDO_UID='0; id' run -64 host tune
}

@test "the verbs of the machine's own units are not for jobs" {
  for verb in guard recover forget; do run -77 as_job 500 "$verb"; done
}

@test "paths and values outside the knob table are refused, and the rest is restored" {
  host tune
  echo untouched >"$MACHINE/etc/passwd"
  sed -i "s#^target|governor|$policy|.*#&\ntarget|governor|/etc/passwd|x|performance\ntarget|governor|/sys/devices/system/cpu/cpufreq/policy0/../../../../../etc/passwd|x|performance#" "$journal"
  sed -i "s#^end|.*#end|\$(x)#" "$journal"
  run -1 host restore
  [[ "$output" == *"damaged or not ours"* ]]
  # With the count made right as well, the table itself refuses.
  sed -i "s#^end|.*#end|$(($(sed -n '/^end|/=' "$journal") - 1))#" "$journal"
  run -1 host restore
  [[ "$output" == *"/etc/passwd failed: the journal holds what this knob may not write"* ]]
  [ "$(value /etc/passwd)" = untouched ]
  [ "$(value "$policy")" = ondemand ]
  [ -e "$journal" ]
}

@test "a forged value is refused" {
  host tune
  sed -i "s#^target|governor|$policy|ondemand#target|governor|$policy|\$(touch $BOX/owned)#" "$journal"
  run -1 host restore
  [[ "$output" == *"may not write"* ]]
  [ "$(value "$policy")" = performance ]
  [ ! -e "$BOX/owned" ]
}

@test "an unknown knob in the journal is never loaded" {
  host tune
  printf 'touch "%s"\n' "$BOX/owned" >"$BOX/evil.sh"
  sed -i "s#^target|governor|$policy|#target|../../evil|$policy|#" "$journal"
  run -1 host restore
  [[ "$output" == *"damaged or not ours"* ]]
  sed -i "s#^target|../../evil|#target|evil|#" "$journal"
  run -1 host restore
  [[ "$output" == *"unknown knob: evil"* ]]
  [ ! -e "$BOX/owned" ]
}

@test "a journal that is a link or another user's is not read" {
  host tune
  mv "$journal" "$BOX/elsewhere"
  ln -s "$BOX/elsewhere" "$journal"
  run -1 host restore
  run -1 host tune
  [[ "$output" == *"damaged or not ours"* ]]
  [ "$(value "$policy")" = performance ]
  run -0 host forget
  [ ! -e "$journal" ]
}

@test "a run directory that is a link is replaced, and its target not touched" {
  mkdir "$BOX/elsewhere"
  rm -rf "$MACHINE/run/stable-bench"
  ln -s "$BOX/elsewhere" "$MACHINE/run/stable-bench"
  host tune
  [ -z "$(ls -A "$BOX/elsewhere")" ]
}

@test "a configuration that others may write, or a link, is refused" {
  chmod 666 "$MACHINE/etc/stable-bench/stable-bench.conf"
  run -64 host tune
  [[ "$output" == *"writable by nobody else"* ]]
  rm "$MACHINE/etc/stable-bench/stable-bench.conf"
  ln -s "$HOOKS/stable-bench.conf" "$MACHINE/etc/stable-bench/stable-bench.conf"
  run -64 host tune
}

@test "the configuration is parsed, never run" {
  conf "governor = \$(touch $BOX/owned)" "\$(touch $BOX/owned)"
  run -64 host tune
  [ ! -e "$BOX/owned" ]
}

@test "no text from the machine can form a command in the runner's log" {
  host tune
  printf '::stop-commands::x ##[error]y\r::add-path::/evil\n' >"$MACHINE$policy"
  run -1 host verify
  [[ "$output" != *"::"* && "$output" != *"##["* && "$output" != *$'\r'* ]]
  receipt r >/dev/null
  run -0 host restore
  [[ "$output" != *"::"* && "$output" != *"##["* ]]
  conf $'governor = ::error::x'
  run -64 host tune
  [[ "$output" != *"::"* ]]
}

@test "an original that the knob table does not know is left alone" {
  printf 'a|b::c\n' >"$MACHINE$policy"
  # Required, so the job fails; optional, the others are set.
  run -1 host tune
  [[ "$output" == *'holds a value this kit does not know: a b: :c'*'a required knob failed'* ]]
  [ "$(value "$policy")" = 'a|b::c' ]
  conf 'governor = performance'
  run -0 host tune
  [ "$(value "$policy")" = 'a|b::c' ]
  [ "$(receipt 'r.knobs.find(k => k.status === "failed").reason')" = 'holds a value this kit does not know: a b: :c' ]
}

@test "nothing can redirect an installed kit to other files" {
  [ "$(grep -c "^ROOT=''$" "$HOOKS/lib/environment.sh")" = 1 ]
  run -1 grep -rnE '\beval\b|\$\{?(SB_|STABLE_BENCH_)' "$HOOKS" --include=*.sh --include=stable-bench-host
  run -1 grep -rnE '(^|[^_A-Z])ROOT=' "$HOOKS" --include=*.sh --include=stable-bench-host --exclude=environment.sh
}

@test "a loop of tune and restore ends where it began" {
  for _ in 1 2 3 4 5; do
    host tune >/dev/null
    host restore >/dev/null
  done
  [ "$(snapshot)" = "$before" ]
  [ "$(cat "$MACHINE/run/stable-bench/generation")" = 5 ]
}

@test "the program has one name: neither a path with .. nor a relative one works" {
  local name
  for name in "$KIT/../${KIT##*/}/stable-bench-host" "$KIT/./stable-bench-host" "$BOX//${KIT##*/}/stable-bench-host"; do
    run -64 "$name" status
    [[ "$output" == *'call it by its full path'* ]]
  done
  cd "$KIT"
  run ! ./stable-bench-host status
}

@test "a job that has removed the directory in which its hook runs gets no complaint about it" {
  mkdir "$BOX/workspace" && cd "$BOX/workspace" && rmdir "$BOX/workspace"
  run -0 --separate-stderr as_job 500 tune
  # shellcheck disable=SC2154  # bats sets it
  [[ "$output$stderr" == *'4 applied'* && "$output$stderr" != *getcwd* ]]
  run -0 --separate-stderr as_job 500 restore
  [[ "$output$stderr" != *getcwd* ]]
}
