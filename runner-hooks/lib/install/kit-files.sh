# What install.sh and uninstall.sh share: where everything is installed, who may write there, and how the kit is copied.
USUAL_PREFIX=/usr/lib/stable-bench
# Names another place, where the kit has one (install.sh --prefix). The action reads it, too.
PLACE_FILE=${CONFIG%/*}/place
UNITS=$ROOT/etc/systemd/system
SUDOERS=$ROOT/etc/sudoers.d/stable-bench
# The user id of root. In the tests root is a folder of the user who runs them.
ROOT_ID=0
[[ -z $ROOT ]] || ROOT_ID=$UID
# The files and folders of a kit that are installed.
KIT_FILES=(lib knobs profiles systemd fleet stable-bench-host stable-bench.conf job-started.sh job-completed.sh README.md install.sh
  uninstall.sh)

# PREFIX: the place as the system knows it, in units, sudoers and .env. PLACE: the same, on the fake machine of the tests.
set_place() { # PREFIX
  PREFIX=$1 PLACE=$ROOT$1
  HOOK_VARIABLES=("ACTIONS_RUNNER_HOOK_JOB_STARTED=$1/job-started.sh" "ACTIONS_RUNNER_HOOK_JOB_COMPLETED=$1/job-completed.sh")
}

# RECORDED: where the kit is or was installed last. It becomes the place.
load_place() {
  RECORDED=$USUAL_PREFIX
  [[ ! -f $PLACE_FILE ]] || IFS= read -r RECORDED <"$PLACE_FILE"
  if ! is_place "$RECORDED"; then
    complain "$PLACE_FILE does not name a place for the kit: write its absolute path there, or remove the file"
    return 1
  elif [[ -e $PLACE_FILE ]] && others_write "$PLACE_FILE"; then
    complain "$WHY"
    return 1
  fi
  set_place "$RECORDED"
}

# Of a place sudoers, units and .env must take every character as it is, and no other name may lead there. The kit's own
# directories for other things are none, nor is what a reboot empties.
is_place() {
  [[ $1 =~ ^(/[a-zA-Z0-9._-]+){2,}$ && ${#1} -le 100 && $1/ != */@(.|..)/* && $1/ != /@(run|tmp|dev|proc|sys|etc/stable-bench|var/lib/stable-bench)/* ]]
}

write_place() { mkdir -p -- "${PLACE_FILE%/*}" && printf '%s\n' "$PREFIX" >"$PLACE_FILE.new" && mv -f -- "$PLACE_FILE.new" "$PLACE_FILE"; }

# PLACED: the text of a file of the kit as it is installed outside of the kit.
read_placed() { # FILE
  IFS= read -r -d '' PLACED <"$1"
  PLACED=${PLACED//"$USUAL_PREFIX/"/"$PREFIX/"}
  [[ -n $PLACED ]]
}

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

# Succeeds when the file system of the folder $1, or of what is there of it, is read-only. Only root can tell: it may write to
# all others.
read_only() {
  local dir=$1
  while [[ -n $dir && ! -e $dir ]]; do dir=${dir%/*}; done
  ((EUID == 0)) && [[ -d ${dir:-/} && ! -w ${dir:-/} ]]
}

# Succeeds when somebody other than root may write the file or folder $1. WHY says so.
others_write() { is_open "$(stat -Lc '%u %a' -- "$1")" "$1"; }

is_open() { # 'OWNER MODE' PATH
  [[ $1 != "$ROOT_ID "* || $1 == *[2367]? || $1 == *[2367] ]] || return
  WHY="$2 must belong to root and be writable by nobody else (user ${1% *}, mode ${1#* })"
}

# Fails when somebody other than root may replace one of $@ or a folder above it, and says which.
only_root_writes() { # PATH...
  local path owner mode bad=0
  local -A seen=()
  local -a there=()
  for path in "$@"; do
    while [[ -n $path && $path != "$ROOT" && -z ${seen[$path]-} ]]; do
      seen[$path]=yes
      [[ ! -e $path ]] || there+=("$path")
      path=${path%/*}
    done
  done
  while read -r owner mode path; do
    ! is_open "$owner $mode" "$path" || { complain "$WHY" && bad=1; }
  done < <(((${#there[@]} == 0)) || stat -Lc '%u %a %n' -- "${there[@]}")
  return "$bad"
}

install_file() { # MODE SOURCE TARGET
  read_placed "$2" && mkdir -p -- "${3%/*}" && rm -f -- "$3.new" && (umask 077 && printf %s "$PLACED" >"$3.new") &&
    chmod "$1" -- "$3.new" && mv -f -- "$3.new" "$3"
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
  [[ $EUID -ne 0 ]] || chown -R 0:0 -- "$PLACE.new" || return
  label_program "$PLACE.new" || return
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
