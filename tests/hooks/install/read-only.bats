#!/usr/bin/env bats
# A read-only /usr: installation and removal refuse before they change anything, and an installed kit does not need to write there.
load ../kit
load installation

# with_read_only COMMAND...: /usr of the fake machine is mounted read-only for this command.
with_read_only() {
  # shellcheck disable=SC2016  # for the shell in the other namespace
  unshare --mount sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"' "$MACHINE/usr" "$@"
}
tree() { (cd "$MACHINE" && find . -path ./run/stable-bench -prune -o -printf '%p %m %s\n' | sort); }

setup_file() { unshare --mount true 2>/dev/null || skip 'needs root, with the right to mount'; }

@test "on a read-only /usr the installation says so and changes nothing" {
  before=$(tree)
  run -1 with_read_only "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *"stable-bench-host is missing, and $MACHINE/usr/lib is read-only: make it writable"* ]]
  [ "$(tree)" = "$before" ]
  run -1 with_read_only "$KIT/install.sh" --runner "$runner" --dry-run
  [[ "$output" == *"usr/lib is read-only"* ]]
}

@test "on a read-only /usr the removal says so and changes nothing" {
  install_again
  before=$(tree)
  run -1 with_read_only "$place/uninstall.sh"
  [[ "$output" == *"usr/lib is read-only, so the kit cannot be removed"*'nothing was done'* ]]
  [ "$(tree)" = "$before" ]
  run -0 "$place/uninstall.sh"
}

@test "a kit that was installed before /usr became read-only tunes, restores and checks" {
  install_again
  with_read_only "$place/install.sh" --check
  before=$(snapshot)
  with_read_only "$place/stable-bench-host" tune
  with_read_only "$place/stable-bench-host" verify
  with_read_only "$place/stable-bench-host" restore
  diff <(echo "$before") <(snapshot)
}
