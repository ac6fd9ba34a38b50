# Reads and writes one kernel file with builtins, so that no target costs a process. Only under the lock, since there is
# one file ($PRIVATE/error) for the error messages of bash.

# REPLY: the first line of $1. On failure REPLY is the error's name (ENOENT, EIO ...).
kernel_read() {
  local path=$ROOT$1
  REPLY=''
  if [[ ! -e $path ]]; then
    REPLY=ENOENT
    return 1
  fi
  { IFS= read -r REPLY <"$path"; } 2>"$PRIVATE/error" && return 0
  # An empty file, or one without a newline, is no error. Where /run is full, an error leaves no message either.
  if [[ ! -s $PRIVATE/error ]] && { printf '\n' >"$PRIVATE/error"; } 2>/dev/null; then return 0; fi
  error_name
  return 1
}

# REPLY: the first line of $1, or nothing. kernel_read would need the folder under /run, which may not be there.
kernel_text() {
  REPLY=''
  { IFS= read -r REPLY <"$ROOT$1"; } 2>/dev/null
  return 0
}

# BOOT: the id of this boot. kernel_read cannot be used before the lock is taken.
read_boot_id() {
  local file=$ROOT/proc/sys/kernel/random/boot_id
  BOOT=''
  [[ ! -r $file ]] || IFS= read -r BOOT <"$file"
  [[ ${#BOOT} == 36 && $BOOT != *[!0-9a-f-]* ]] && return
  # Without the id every journal would seem to come from another boot.
  complain "the boot id cannot be read ($file): nothing was done"
  return 1
}

# Writes $2 to $1 with one write(2). On failure REPLY is the error's name.
kernel_write() {
  local path=$ROOT$1
  if [[ ! -e $path ]]; then
    REPLY=ENOENT
    return 1
  fi
  { printf '%s\n' "$2" >"$path"; } 2>"$PRIVATE/error" && return 0
  error_name
  return 1
}

# REPLY: the name of the error that bash wrote to $PRIVATE/error. The locale is C.
error_name() {
  local text=''
  { IFS= read -r text <"$PRIVATE/error"; } 2>/dev/null
  case ${text##*: } in
    'Permission denied') REPLY=EACCES ;;
    'Operation not permitted') REPLY=EPERM ;;
    'Invalid argument') REPLY=EINVAL ;;
    'Input/output error') REPLY=EIO ;;
    'Device or resource busy') REPLY=EBUSY ;;
    'No such file or directory') REPLY=ENOENT ;;
    'No such device' | 'No such device or address') REPLY=ENODEV ;;
    'Operation not supported') REPLY=EOPNOTSUPP ;;
    'Read-only file system') REPLY=EROFS ;;
    'No space left on device') REPLY=ENOSPC ;;
    '') REPLY="error: not known: is ${RUN%/*} full?" ;;
    *) REPLY="error: ${text##*: }" ;;
  esac
}
