# What install.sh and uninstall.sh share: where everything is installed, who may write there, and how the kit is copied.
PLACE=$ROOT/usr/lib/stable-bench
UNITS=$ROOT/etc/systemd/system
SUDOERS=$ROOT/etc/sudoers.d/stable-bench
# The user id of root. In the tests root is a folder of the user who runs them.
ROOT_ID=0
[[ -z $ROOT ]] || ROOT_ID=$UID
# The files and folders of a kit that are installed.
KIT_FILES=(lib knobs profiles systemd fleet stable-bench-host stable-bench.conf job-started.sh job-completed.sh README.md install.sh
  uninstall.sh)

# Fails inside a container, which has no machine to tune. REPLY says how that was seen.
not_in_container() {
  local kind=''
  REPLY=''
  if [[ -e $ROOT/.dockerenv || -e $ROOT/run/.containerenv ]]; then
    REPLY='this is a container (its marker file is there)'
  elif [[ -e $ROOT/run/systemd/container ]]; then
    REPLY="this is a container ($(<"$ROOT/run/systemd/container"))"
  elif [[ -z $ROOT ]] && kind=$(systemd-detect-virt --container 2>/dev/null); then
    REPLY="this is a container ($kind)"
  fi
  [[ -z $REPLY ]]
}

# Succeeds when the file system of the folder $1 is read-only. Only root can tell: it may write to all others.
read_only() { ((EUID == 0)) && [[ -d $1 && ! -w $1 ]]; }

# Succeeds when somebody other than root may write the file or folder $1. WHY says so.
others_write() {
  local owner mode
  read -r owner mode < <(stat -Lc '%u %a' "$1")
  [[ $owner != "$ROOT_ID" || $mode == *[2367]? || $mode == *[2367] ]] || return
  WHY="$1 must belong to root and be writable by nobody else (user $owner, mode $mode)"
}

# Fails when somebody other than root may replace one of $@ or a folder above it, and says which.
only_root_writes() { # PATH...
  local path bad=0
  local -A seen=()
  for path in "$@"; do
    while [[ -n $path && $path != "$ROOT" && -z ${seen[$path]-} ]]; do
      seen[$path]=yes
      if [[ -e $path ]] && others_write "$path"; then
        complain "$WHY"
        bad=1
      fi
      path=${path%/*}
    done
  done
  return "$bad"
}

install_file() { # MODE SOURCE TARGET
  mkdir -p -- "${3%/*}" && install -m "$1" -- "$2" "$3.new" && mv -f -- "$3.new" "$3"
}

# An installation that was killed between its two renames has left the kit at $PLACE.old. Call this under the lock.
put_back_kit() { [[ -e $PLACE || ! -e $PLACE.old ]] || mv -- "$PLACE.old" "$PLACE"; }

# Copies the kit next to its place and swaps it in, so that there is never a mixture of two versions: in one step where
# mv can exchange (coreutils 9.5), elsewhere with two renames. The list of installed runners is kept.
copy_kit() { # SOURCE
  put_back_kit || return
  rm -rf -- "$PLACE.new" "$PLACE.old"
  mkdir -p -- "${PLACE%/*}" || return
  mkdir -m 0755 -- "$PLACE.new" || return
  cp -R -- "${KIT_FILES[@]/#/"$1/"}" "$PLACE.new" || return
  find "$PLACE.new" -type d -exec chmod 0755 {} + || return
  find "$PLACE.new" -type f -exec chmod 0644 {} + || return
  chmod 0755 "$PLACE.new"/{stable-bench-host,job-started.sh,job-completed.sh,install.sh,uninstall.sh} || return
  # These tell --check later what was changed.
  kit_sums "$PLACE.new" >"$PLACE.new/checksums" || return
  [[ $EUID -ne 0 ]] || chown -R root:root "$PLACE.new"
  [[ ! -f $PLACE/runners ]] || cp -- "$PLACE/runners" "$PLACE.new/runners" || return
  if ! starts "$PLACE.new/stable-bench-host"; then
    complain "$WHY"
    rm -rf -- "$PLACE.new"
    return 1
  fi
  if [[ -e $PLACE ]] && mv --exchange -T -- "$PLACE.new" "$PLACE" 2>/dev/null; then
    rm -rf -- "$PLACE.new"
    return
  fi
  [[ ! -e $PLACE ]] || mv -- "$PLACE" "$PLACE.old" || return
  mv -- "$PLACE.new" "$PLACE" && rm -rf -- "$PLACE.old"
}

# Prints the checksums of those files of the kit in $1 that are installed.
kit_sums() ( # KIT
  cd -- "$1" && find "${KIT_FILES[@]}" -type f -exec sha256sum {} + 2>/dev/null
)

# Succeeds when the root program $1 starts on this system: without a verb it only explains its usage. Otherwise WHY says
# what happened.
starts() {
  local said status=0
  said=$("$1" 2>&1) || status=$?
  ((status == EX_USAGE)) && return
  WHY="$1 does not start here: ${said:-status $status} (it needs env -S, of coreutils 8.30, and bash)"
  return 1
}
