#!/usr/bin/env bats
# SELinux: the root program gets the type that lets systemd start it unconfined. The commands of SELinux are stand-ins, since this
# kernel has none.
load ../kit
load installation

setup_selinux() {
  label=$BOX/label
  echo system_u:object_r:lib_t:s0 >"$label"
  printf '#!/bin/bash\n' >"$BOX/bin/selinuxenabled"
  printf '#!/bin/bash\nsed -i "s/[a-z]*_t/$2/" %q\necho chcon "$@" >>%q\n' "$label" "$BOX/calls" >"$BOX/bin/chcon"
  printf '#!/bin/bash\necho semanage "$@" >>%q\n[[ $2 != -a || ! -e %q ]]\n' "$BOX/calls" "$BOX/known" >"$BOX/bin/semanage"
  printf '#!/bin/bash\n[[ $2 != %%C ]] || exec cat %q\nexec /usr/bin/stat "$@"\n' "$label" >"$BOX/bin/stat"
  chmod +x "$BOX"/bin/*
}

@test "where SELinux is enabled the root program becomes bin_t, also after a relabelling, and a removal forgets it" {
  setup_selinux
  install_again
  grep -qx "chcon -t bin_t -- $place.new/stable-bench-host" "$BOX/calls"
  grep -qx 'semanage fcontext -a -t bin_t /usr/lib/stable-bench/stable-bench-host' "$BOX/calls"
  well
  # A relabelling without that note, or a copy from elsewhere.
  echo system_u:object_r:lib_t:s0 >"$label"
  finds 'has the SELinux type of system_u:object_r:lib_t:s0, not bin_t' "$KIT"
  touch "$BOX/known"
  install_again
  grep -q 'semanage fcontext -m -t bin_t' "$BOX/calls"
  well
  run -0 "$place/uninstall.sh"
  grep -qx 'semanage fcontext -d -t bin_t /usr/lib/stable-bench/stable-bench-host' "$BOX/calls"
}

@test "a program that cannot be labelled is not installed" {
  setup_selinux
  printf '#!/bin/bash\nexit 1\n' >"$BOX/bin/chcon"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *'cannot be labelled as bin_t: the guard could not restore under SELinux'* ]]
  [ ! -e "$place" ]
}
