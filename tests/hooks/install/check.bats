#!/usr/bin/env bats
# install.sh --check finds everything that is missing, open to others or changed, and nothing on a sound installation.
load ../kit
load installation

@test "check finds what was removed: a unit, the runner's drop-in, a file of the kit, the sudoers file, the configuration" {
  install_again
  both_well
  for file in "$units"/stable-bench-{guard,recover}.service "$units/stablebench.slice" "$drop_in" "$place/lib/engine/tune.sh" \
    "$place/checksums" "$sudoers" "$MACHINE/etc/stable-bench/stable-bench.conf"; do
    mv "$file" "$BOX/away"
    finds "$file"
    mv "$BOX/away" "$file"
  done
  rm "$place/lib/engine/tune.sh"
  both_find "$place/lib/engine/tune.sh"
}

@test "check finds what others may write: a file, a folder, a link, a unit, the sudoers file" {
  install_again
  for file in "$place/lib/engine/tune.sh" "$place/lib/engine" "$place/lib" "$place" "$drop_in" "${drop_in%/*}" \
    "$units/stable-bench-recover.service" "$sudoers" "${sudoers%/*}" "$MACHINE/etc/stable-bench"; do
    mode=$(stat -c %a "$file")
    chmod 777 "$file"
    finds "$file must belong to root"
    chmod "$mode" "$file"
  done
  mv "$place/lib/engine/tune.sh" "$BOX/tune.sh" && ln -s "$BOX/tune.sh" "$place/lib/engine/tune.sh"
  both_find "$place/lib/engine/tune.sh must belong to root"
  rm "$place/lib/engine/tune.sh" && mv "$BOX/tune.sh" "$place/lib/engine/tune.sh"
  well
  [[ $EUID -eq 0 ]] || return 0
  chown nobody "$place/knobs/20-governor.sh"
  finds "$place/knobs/20-governor.sh must belong to root"
}

@test "check does not run a kit that others may write" {
  install_again
  printf '#!/bin/bash\ntouch "%s"\nexit 64\n' "$BOX/ran" >"$place/stable-bench-host"
  printf 'touch "%s"\n' "$BOX/ran" >>"$place/knobs/20-governor.sh"
  chmod 777 "$place/stable-bench-host"
  both_find "$place/stable-bench-host must belong to root"
  [ ! -e "$BOX/ran" ]
}

@test "check finds changes: a line more in a knob, a knob more, another unit or drop-in" {
  install_again
  echo evil >>"$place/knobs/20-governor.sh"
  both_find "$place/knobs/20-governor.sh was changed since"
  install_again
  echo evil >"$place/knobs/99-evil.sh"
  both_find "$place/knobs/99-evil.sh was changed since"
  install_again
  for file in "$units/stable-bench-guard.service" "$drop_in"; do
    echo 'ExecStartPost=+/opt/evil' >>"$file"
    finds "$file is not as install.sh writes it"
  done
  install_again
  well
  sed -i '2i [[ $1 != is-enabled ]] || exit 1' "$BOX/bin/systemctl"
  both_find 'stable-bench-recover.service is not enabled'
}

@test "check finds a foreign line in the sudoers file, and a user who has no runner or no line" {
  install_again
  echo 'x ALL=(ALL) NOPASSWD: ALL' >>"$sudoers"
  both_find 'x ALL=(ALL) NOPASSWD: ALL'
  install_again
  echo 'sys ALL=(root) NOPASSWD: STABLE_BENCH' >>"$sudoers"
  finds 'allows sys, for whom no installed runner is known: install.sh --runner again, or take the line out'
  sed -i '/NOPASSWD/d' "$sudoers"
  finds 'its jobs are not tuned'
}

@test "check reports an installed kit of another version, and only that" {
  install_again
  sed -i 's/^VERSION=.*/VERSION=9.9.9/' "$KIT/lib/environment.sh"
  echo '# new' >>"$KIT/lib/engine/tune.sh"
  run -0 "$place/install.sh" --check
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"the installed kit is version 1.0.0, this one is 9.9.9"*"$place/install.sh --check"* ]]
  [[ "$output" != *"lib/engine/tune.sh"* ]]
  # The same version may differ too, in a checkout that somebody works in.
  sed -i 's/^VERSION=.*/VERSION=1.0.0/' "$KIT/lib/environment.sh"
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *"lib/engine/tune.sh differs from this kit (version 1.0.0)"* ]]
  run -0 "$place/install.sh" --check
}

@test "check says what it needs when it cannot make a temporary directory" {
  install_again
  printf '#!/bin/bash\nexit 1\n' >"$BOX/bin/mktemp" && chmod +x "$BOX/bin/mktemp"
  before=$(find "$MACHINE" "$BOX/bin" | sort)
  finds 'no temporary directory can be made (mktemp)'
  [ "$(find "$MACHINE" "$BOX/bin" | sort)" = "$before" ]
}

@test "check tells a user who is not root that it needs root, and nothing about folders" {
  # As it is installed, on this machine: nothing of it is read before that.
  cp -r "$HOOKS" "$BOX/real" && chmod 755 "$BOX"
  local -a nobody=()
  [[ $EUID -ne 0 ]] || nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  run -77 "${nobody[@]}" "$BOX/real/install.sh" --check
  [[ "$output" == *"needs root"* ]]
  [[ "$output" != *"must belong"* ]]
  # A dry run may be anybody's. Where this is a container it says that instead.
  run "${nobody[@]}" "$BOX/real/install.sh" --dry-run
  [[ "$output" != *"/usr must belong"* && "$output" != *"/usr/lib must belong"* ]]
}

@test "check reads messages of the system in English, whatever language and temporary directory its caller has" {
  install_again
  sed -i "2i echo \"\$LC_ALL\" >>'$BOX/languages'" "$BOX/bin/systemctl"
  # As after a boot, before the first call of the kit.
  rm -r "$MACHINE/run/stable-bench"
  export LC_ALL=de_DE.UTF-8 TMPDIR=$BOX
  well
  [ "$(sort -u "$BOX/languages")" = C ]
  [ ! -e "$MACHINE/run/stable-bench" ]
}
