# Reading and writing one kernel file with builtins only: no process per target. Under the lock only: of what bash says
# about an error there is one file.

# REPLY: the first line of $1. On failure REPLY is the error's name (ENOENT, EIO ...).
kernel_read() {
  local path=$ROOT$1
  REPLY=''
  if [[ ! -e $path ]]; then
    REPLY=ENOENT
    return 1
  fi
  { IFS= read -r REPLY <"$path"; } 2>"$RUN/error" && return 0
  # An empty file, or one without a newline, is no error.
  [[ -s $RUN/error ]] || return 0
  error_name
  return 1
}

# BOOT: the id of this boot. Not by kernel_read: $RUN/error is for those who hold the lock.
read_boot_id() {
  local file=$ROOT/proc/sys/kernel/random/boot_id
  BOOT=''
  [[ ! -r $file ]] || IFS= read -r BOOT <"$file"
  [[ ${#BOOT} == 36 && $BOOT != *[!0-9a-f-]* ]] && return
  # Without one every journal would look like one of another boot.
  complain "the boot id cannot be read ($file): nothing is done"
  return 1
}

# Writes $2 to $1 with one write(2). On failure REPLY is the error's name.
kernel_write() {
  local path=$ROOT$1
  if [[ ! -e $path ]]; then
    REPLY=ENOENT
    return 1
  fi
  { printf '%s\n' "$2" >"$path"; } 2>"$RUN/error" && return 0
  error_name
  return 1
}

# REPLY: the name of the error that bash left in $RUN/error; the locale is C.
error_name() {
  local text=''
  { IFS= read -r text <"$RUN/error"; } 2>/dev/null
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
    *) REPLY="error: ${text##*: }" ;;
  esac
}
