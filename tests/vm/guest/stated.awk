# awk -f stated.awk JOURNAL INSTALLED TUNED: prints what differs between two looks of the eye and neither is a target of
# the journal, with the very values that stand there, nor follows from one: each function below is a reason. And the
# targets that are not as the journal has them.
BEGIN {
  FS = "|"
  SYS = "/sys/devices/system/"
  GROUP = "/sys/fs/cgroup/"
  # The kit's own.
  state["stable-bench-guard.service"] = ">"
  drop_in[""]
}
FNR == 1 { files++ }
files == 1 { read_journal() }
files == 2 { before[$0]; if (/^task /) was[task_of($0)] }
files == 3 { after[$0]; if (/^task /) is[task_of($0) online(cpus_of($0))] }
END {
  for (line in before) if (!(line in after) && !follows("<", line)) print "< " line
  for (line in after) if (!(line in before) && !follows(">", line)) print "> " line
  for (line in done) if (!holds(line)) print "! " line " is not " done[line]
}

# A target with `=` is not set: the kernel moves it along. No CPU that is not to go offline does.
function read_journal() {
  if ($1 == "cpus") { benchmark = $2; housekeeping = $3 }
  if ($1 == "target") original[$3] = $4
  if ($1 == "target" && $5 == "=" && $3 !~ /^[^\/]|\/online$/) { moved[$3]; stated["<" $3 ":" $4] }
  if ($1 == "result" && $4 == "applied") applied($3, original[$3], $5)
}

# STATED: the lines themselves. DONE, STATE, CONFINED, DROP_IN, OFFLINE: what others follow from.
function applied(target, from, to,   part) {
  if (target ~ /^\//) { done[target] = to; stated["<" target ":" from]; stated[">" target ":" to] }
  if (target ~ /\/cpu[0-9]+\/online$/ && to == 0) { gsub(/.*\/cpu|\/online/, "", target); offline[target] }
  if (target !~ /^unit:/) return
  if (split(target, part, ":") == 2) {
    state[part[2]] = to == "active" ? ">" : "<"
    part[3] = "ActiveState"
  } else {
    drop_in["/" part[2] ".d"]
    drop_in["/" part[2] ".d/50-" part[3] ".conf"]
    if (part[3] == "AllowedCPUs") confined[part[2]] = to
  }
  stated["<" part[2] " " part[3] "=" words(from)]
  stated[">" part[2] " " part[3] "=" words(to)]
}
function words(list) { gsub(/,/, " ", list); return list == "" ? "" : " " list }

# The eye does not see all targets, and none of those that went offline.
function holds(target) {
  return !((target ":" original[target]) in before) || (target ":" done[target]) in after || goes_offline("<", target)
}

function follows(sign, text,   path, value) {
  if ((sign text) in stated) return 1
  path = value = text
  sub(/:.*/, "", path)
  sub(/^[^:]*:/, "", value)
  if (text ~ /^task /) return moves_task(sign, text)
  if (index(text, SYS) == 1) return moves_along(sign, path) || goes_offline(sign, path)
  if (index(text, GROUP) == 1) return of_unit(sign, path) || cpuset(sign, path, value)
  return moves_along(sign, path) || of_unit(sign, text) || is_file(text)
}

# What shows the same as a target (the mask of an interrupt and its list), or is journalled since it moves along.
function moves_along(sign, path) {
  return path ~ /\/smp_affinity$/ && (path "_list") in done || sign == ">" && path in moved
}

# A CPU that went offline takes its files along, and is missing where CPUs are listed. Some vulnerabilities need SMT.
function goes_offline(sign, path,   number) {
  for (number in offline) {
    if (sign == "<" && path ~ ("/(cpu|policy|machinecheck|clockevent)" number "/")) return 1
    if (path ~ ("/cpu" number "/hotplug/")) return 1
    if (path ~ /\/(cpu\/(online|offline|vulnerabilities\/[a-z_]+)|smt\/active|topology\/.*|shared_cpu_(list|map)|affected_cpus|cpu(list|map))$/) return 1
  }
  return 0
}

# A unit that is started or stopped comes or goes with its cgroup and its tasks.
function of_unit(sign, text,   name) {
  for (name in state) {
    if (text ~ /^(task |\/sys)/ && sign == state[name] && index(text "/", "/" name "/")) return 1
    if (index(text, name " SubState=") == 1 || index(text, name " ControlGroup=") == 1) return 1
  }
  return text ~ /^[a-z]+\.slice NCurrentlyActive=/
}

# For AllowedCPUs= systemd switches the cpuset controller on, for all other units as well.
function cpuset(sign, path, value,   name) {
  if (path ~ /\/cgroup\.(controllers|subtree_control)$/ && sign == "<") return (path ":cpuset " value) in after
  if (path ~ /\/cgroup\.(controllers|subtree_control)$/) return sub(/^cpuset /, "", value) && (path ":" value) in before
  for (name in confined) if (path == GROUP name "/cpuset.cpus") return sign == ">" && value == confined[name]
  if (path ~ /\/cpuset\.(cpus|mems)(\.exclusive(\.effective)?)?$/) return sign == ">" && value == ""
  if (path ~ /\/cpuset\.cpus\.partition$/) return sign == ">" && value == "member"
  if (path ~ /\/cpuset\.mems\.effective$/) return sign == ">" && (GROUP "cpuset.mems.effective:" value) in before
  if (path == GROUP "cpuset.cpus.isolated") return sign == "<" || value == benchmark
  if (path ~ /\/cpuset\.cpus\.effective$/) return sign == "<" ? path == GROUP "cpuset.cpus.effective" : value == housekeeping
  return 0
}

# Tasks of confined units, and those of the kernel, are the same as before on the housekeeping CPUs. Each governor
# schedutil has a thread.
function moves_task(sign, text,   task, group) {
  task = group = task_of(text)
  if (of_unit(sign, task)) return 1
  if (sign == "<" && match(task, /^task sugov:[0-9]+/) &&
    (SYS "cpu/cpufreq/policy" substr(task, 12, RLENGTH - 11) "/scaling_governor") in done) return 1
  sub(/.* \/?/, "", group)
  sub(/\/.*/, "", group)
  if (group != "" && !(group in confined)) return 0
  return sign == "<" ? (task online(housekeeping)) in is : online(cpus_of(text)) == online(housekeeping) && task in was
}
function task_of(text) { sub(/ [^ ]*$/, "", text); return text }
function cpus_of(text) { sub(/.* /, "", text); return text }
# The numbers of list that are not offline.
function online(list,   range, part, i, n, out) {
  n = split(list, range, ",")
  for (i = 1; i <= n; i++) {
    if (split(range[i], part, "-") == 1) part[2] = part[1]
    for (; part[1] <= part[2]; part[1]++) if (!(part[1] in offline)) out = out " " part[1]
  }
  return out
}

# The kit's notes, and the files of run-time properties.
function is_file(text,   path) {
  path = text
  sub(/ .*/, "", path)
  if (path ~ /^\/(run|var\/lib)\/stable-bench(\/|$)/) return 1
  return sub(/^\/run\/systemd\/(system\.control|transient)/, "", path) && path in drop_in
}
