#!/usr/bin/env bats
# Machines that nobody sits at, on a real kernel with systemd.
load ../groups

setup_file() {
  local kit=$BATS_FILE_TMPDIR/release/stable-bench-1/runner-hooks snippet=$BATS_FILE_TMPDIR/user-data
  export MORE=$BATS_FILE_TMPDIR/more
  mkdir -p "${kit%/*}" "$MORE/cloud"
  slow_kit "$kit"
  tar -czf "$MORE/release.tar.gz" -C "$BATS_FILE_TMPDIR/release" stable-bench-1
  sed 's/CLASS/epyc-9354/' "$kit/fleet/cloud-init.yaml" >"$snippet"
  node "$vm/../hooks/install/cloud-init.mjs" "$snippet" "$MORE/cloud"
  run_groups fleet
}

@test "cloud-init's snippet installs the kit unattended, and the next job is tuned, with the class of the machine" {
  passed unattended
}
@test "the node's unit keeps the machine tuned without a job, and its stop restores" { passed node; }
