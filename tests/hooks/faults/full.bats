#!/usr/bin/env bats
# A full /run: nothing is taken for done that could not be written down.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq 16
  make_systemd
  policy=/sys/devices/system/cpu/cpufreq/policy0/scaling_governor
  conf 'governor = performance' 'statistics-interval = 10'
  full=$BOX/full
  mkdir -p "$full"
  mount -t tmpfs -o size=64k tmpfs "$full" 2>/dev/null || skip 'needs the right to mount'
  mkdir -p "$MACHINE/run/stable-bench" && mount --bind "$full" "$MACHINE/run/stable-bench"
}
teardown() {
  umount "$MACHINE/run/stable-bench" "$full" 2>/dev/null || true
  [[ $BOX != /dev/shm/* ]] || wait_until rm -rf "$BOX"
}

# fill: leaves no page. fill_at PART LINE: the kit itself does, after that line, as if somebody else had taken the page that
# the kit has just freed. make_room: leaves all pages.
fill() { ! head -c 1M /dev/zero >"$full/filler" 2>/dev/null; }
fill_at() {
  grep -qF "$2" "$KIT/lib/engine/$1.sh"
  cp "$KIT/lib/engine/$1.sh" "$BOX/unchanged.sh"
  awk -v line="$2" '{ print } index($0, line) { print "head -c 1M /dev/zero >>\"$RUN/filler\"" }' "$BOX/unchanged.sh" >"$KIT/lib/engine/$1.sh"
}
make_room() { rm "$full/filler"; }
# fill_whole: leaves no page, and no room in the last page of the journal.
fill_whole() {
  fill
  yes '' >>"$full/journal" 2>/dev/null || true
}
journal() { cat "$full/journal"; }

# A CPU that somebody takes offline during a job, where a restore has no room to note it; and what the next restore leaves when
# there is room: this CPU offline, and all else as it was.
cpu=/sys/devices/system/cpu
as_it_is() { printf '%s\n' "$1" | grep -v "${cpu#/}/\(cpu5/\)\?online:"; }
somebody_switches_off_a_cpu() {
  before=$(snapshot)
  host tune
  echo 0 >"$MACHINE$cpu/cpu5/online"
  fill_at restore 'rm -f -- "$RECEIPT"'
}
completes_with_room() {
  make_room
  cp "$HOOKS/lib/engine/restore.sh" "$KIT/lib/engine/restore.sh"
  run -0 host restore
  [[ "$output" == *"$cpu/cpu5/online foreign: somebody set it to 0, and so it is again"* ]]
  [ "$(value "$cpu/cpu5/online")" = 0 ]
  diff <(as_it_is "$before") <(as_it_is "$(snapshot)")
}

@test "a restore that cannot note what became of its targets fails, keeps the journal, and is completed when there is room" {
  before=$(snapshot)
  host tune
  tuned=$(journal)
  fill_at restore ': >"$PRIVATE/results"'
  echo "$policy EIO" >"$BOX/refuse"
  run -1 host restore
  [[ "$output" == *'did not report whether they are back: is '*'/run/stable-bench full?'* ]]
  [ "$(value "$policy")" = performance ]
  [ "$(journal | grep -v '^restoring|')" = "$tuned" ]
  make_room
  cp "$BOX/unchanged.sh" "$KIT/lib/engine/restore.sh"
  rm "$BOX/refuse"
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "a target that cannot be read is not taken for somebody else's where there is no room for the error" {
  before=$(snapshot)
  host tune
  rm "$MACHINE$policy" && mkdir "$MACHINE$policy"
  fill_at restore ': >"$PRIVATE/results"'
  # There is a page for what is back, and none for errors.
  sed -i 's#^head -c 1M.*#&; truncate -s -4096 "$RUN/filler"#' "$KIT/lib/engine/restore.sh"
  run -1 host restore
  [[ "$output" == *"governor: $policy failed: cannot be read (error: not known: is $MACHINE/run full?)"* && "$output" != *foreign* ]]
  make_room
  cp "$BOX/unchanged.sh" "$KIT/lib/engine/restore.sh"
  rmdir "$MACHINE$policy" && echo performance >"$MACHINE$policy"
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "a CPU that somebody takes offline during a job is offline after a restore without room to note it, and after the next one" {
  somebody_switches_off_a_cpu
  fill_at restore ': >"$PRIVATE/results"'
  fill_whole
  run -1 host restore
  [ "$(journal | grep -c '^switched|')" = 0 ]
  [ "$(value "$cpu/cpu5/online")" = 0 ]
  completes_with_room
}

@test "a CPU that somebody takes offline is offline in the end, where a restore without room to note it is killed" {
  somebody_switches_off_a_cpu
  # When the CPU is back for the others, before it is switched off again.
  sed -i 's#^  step switch_again#  kill -KILL "$$"\n&#' "$KIT/lib/engine/restore.sh"
  fill_whole
  run ! host restore
  [ "$(journal | grep -c '^switched|')" = 0 ]
  [ "$(value "$cpu/cpu5/online")" = 1 ]
  completes_with_room
  # Nothing of it is left for the next job.
  echo 1 >"$MACHINE$cpu/cpu5/online"
  host tune
  host restore
  diff <(as_it_is "$before") <(as_it_is "$(snapshot)")
  [ "$(value "$cpu/cpu5/online")" = 1 ]
}

@test "what a restore left half done without room to note it is not taken for somebody else's later" {
  local uncore=/sys/devices/system/cpu/intel_uncore_frequency/uncore00/min_freq_khz
  conf 'governor = performance' 'uncore = max' 'statistics-interval = 10'
  make_odd_uncore
  before=$(snapshot)
  host tune
  touch "$BOX/odd"
  fill_at restore 'rm -f -- "$RECEIPT"'
  # Nor is there room in the journal's last page.
  fill_whole
  run -1 host restore
  [ "$(journal | grep -c '^restoring|uncore')" = 0 ]
  [ "$(value "$uncore")" = 900000 ]
  make_room
  cp "$BOX/unchanged.sh" "$KIT/lib/engine/restore.sh"
  rm "$BOX/odd"
  run -0 host restore
  [[ "$output" != *foreign* ]]
  diff <(echo "$before") <(snapshot)
  # What somebody else sets in a later job is left alone as ever.
  host tune
  echo 850000 >"$MACHINE$uncore"
  run -0 host restore
  [[ "$output" == *"$uncore foreign: somebody set it to 850000"* ]]
}

@test "a tune that cannot write its journal changes nothing, and does not count generations anew" {
  host tune
  host restore
  before=$(snapshot)
  fill
  run -1 as_job 500 tune
  diff <(echo "$before") <(snapshot)
  [ ! -e "$full/journal" ]
  make_room
  host tune
  (($(receipt r.generation) == 2))
}

@test "a tune that cannot note its results restores" {
  # More results than the last page of the journal can have room for.
  conf 'governor = performance' 'idle = everywhere'
  before=$(snapshot)
  fill_at tune 'mapfile -t results'
  run -1 as_job 500 tune
  [[ "$output" == *'is full: restoring'* ]]
  [ ! -e "$full/receipt.json" ]
  make_room
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "the first job of an ephemeral runner that cannot take over fails, and the journal of the service is as before" {
  echo active >"$MACHINE/etc/units/runner.service"
  before=$(snapshot)
  as_unit runner.service tune
  tuned=$(journal)
  fill
  run -1 as_job 500 tune
  [[ "$output" == *'is full'* ]]
  [ "$(journal)" = "$tuned" ]
  make_room
  run -0 as_job 500 tune
  [ "$(receipt r.owner.kind)" = worker ]
  run -0 as_job 500 restore
  diff <(echo "$before") <(snapshot)
}

@test "a verification that cannot note what has drifted calls it drifted" {
  as_job 500 tune
  echo schedutil >"$MACHINE$policy"
  fill_at verify ': >"$PRIVATE/results"'
  run -1 as_job 500 verify
  [[ "$output" == *'scaling_governor drifted: cannot be read back'* ]]
}

@test "a job's call that can make no file to wait its turn says that /run is full, not that another call has the lock" {
  local file
  before=$(snapshot)
  as_job 500 tune
  # As without inodes, of which the filler takes none.
  for file in turn-1001 line-1001-restore-0; do
    rm -f "$full/private/$file" && mkdir "$full/private/$file"
    run -1 as_job 500 restore
    [[ "$output" == *"no file can be written in $MACHINE/run/stable-bench/private: is $MACHINE/run full (df -i $MACHINE/run), or read-only? Nothing was done"* ]]
    [[ "$output" != *'has held the lock'* ]]
    rmdir "$full/private/$file"
    # The second one is made by a call that finds another one before it.
    exec 8>>"$full/private/turn-1001"
    flock 8
    sed -i 's/^MOST_WAITING=.*/MOST_WAITING=1/' "$KIT/lib/environment.sh"
  done
  exec 8>&-
  run -0 as_job 500 restore
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}

@test "a tune that cannot write its receipt is undone" {
  before=$(snapshot)
  sed -i 's#! publish_receipt "$J_TUNED"#{ head -c 1M /dev/zero >>"$RUN/filler"; false; } || &#' "$KIT/lib/engine/tune.sh"
  grep -q filler "$KIT/lib/engine/tune.sh"
  run -1 as_job 500 tune
  [[ "$output" == *'is full: there is no receipt'* ]]
  [ ! -e "$full/receipt.json" ]
  make_room
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "a verification that cannot write its receipt fails, and leaves no earlier one" {
  as_job 500 tune
  sed -i 's#publish_receipt "$REPLY"#head -c 1M /dev/zero >>"$RUN/filler"; now; &#' "$KIT/lib/engine/verify.sh"
  run -1 as_job 500 verify
  [[ "$output" == *'is full: there is no receipt'* ]]
  [ ! -e "$full/receipt.json" ]
}

@test "a job that ends on a full /run is told so, although everything is restored" {
  before=$(snapshot)
  as_job 500 tune
  fill
  run as_job 500 verify
  [[ "$output" == *"$MACHINE/run is full: free some of it, or the next tune fails"* ]]
  fill
  run -0 as_job 500 restore
  [[ "$output" == *"$MACHINE/run is full: free some of it, or the next tune fails"* ]]
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}
