# CPU lists as the kernel writes them ("0-3,8"), as hexadecimal masks ("ff,00000003"), and as bash arrays.

# LIST: the numbers of the list $1, in its order. Fails on anything that is not a CPU list. Ranges ascend, as in the
# kernel.
list_expand() {
  local part text=${1//, /,}
  LIST=()
  # systemd, and some files of the kernel, separate by blanks.
  text=${text// /,}
  [[ $text =~ ^([0-9]{1,4}(-[0-9]{1,4})?(,[0-9]{1,4}(-[0-9]{1,4})?)*)?$ ]] || return 1
  for part in ${text//,/ }; do
    local i first=$((10#${part%-*})) last=$((10#${part#*-}))
    ((first <= last)) || return
    for ((i = first; i <= last; i++)); do LIST+=("$i"); done
  done
}

# REPLY: the CPUs $@ as a list. They may come in any order and more than once.
list_compress() {
  local -A seen=()
  local cpu i max=-1 start=-1
  REPLY=''
  for cpu in "$@"; do
    seen[$cpu]=1
    ((cpu > max)) && max=$cpu
  done
  for ((i = 0; i <= max + 1; i++)); do
    if [[ -n ${seen[$i]-} ]]; then
      ((start < 0)) && start=$i
    elif ((start >= 0)); then
      REPLY+=,$start
      ((i - 1 > start)) && REPLY+=-$((i - 1))
      start=-1
    fi
  done
  REPLY=${REPLY#,}
}

# REPLY: the list $1 as a mask in groups of 32 bits, without leading zeros.
list_to_mask() {
  local cpu group highest=0 text
  local -a words=(0)
  list_expand "$1" || return 1
  for cpu in "${LIST[@]}"; do
    group=$((cpu / 32))
    words[group]=$((${words[group]-0} | 1 << cpu % 32))
    ((group > highest)) && highest=$group
  done
  printf -v text '%x' "${words[highest]}"
  for ((group = highest - 1; group >= 0; group--)); do printf -v text '%s,%08x' "$text" "${words[group]-0}"; done
  REPLY=$text
}

# REPLY: the mask $1 as a list.
mask_to_list() {
  local digits=${1//,/} bits cpu=0 bit
  local -a cpus=()
  [[ $digits && $digits != *[!0-9a-f]* ]] || return 1
  for ((; ${#digits}; cpu += 4)); do
    bits=$((16#${digits: -1}))
    digits=${digits%?}
    for bit in 0 1 2 3; do ((!(bits >> bit & 1))) || cpus+=("$((cpu + bit))"); done
  done
  list_compress "${cpus[@]}"
}

# Succeeds when the lists $1 and $2 name the same CPUs, however they are written. Keeps REPLY.
same_list() {
  local REPLY list
  [[ $1 == "$2" ]] && return
  for list in "$1" "$2"; do
    # Hundreds of interrupts share a handful of lists.
    [[ -z ${CANONICAL[x$list]-} ]] || continue
    list_expand "$list" || return 1
    list_compress "${LIST[@]}"
    CANONICAL[x$list]=x$REPLY
  done
  [[ ${CANONICAL[x$1]} == "${CANONICAL[x$2]}" ]]
}
declare -gA CANONICAL=()

# Succeeds when the masks $1 and $2 are the same but for leading zeros.
same_mask() {
  local left=${1//,/} right=${2//,/}
  [[ ${left##+(0)} == "${right##+(0)}" ]]
}

# LIST: the numbers of list $1 that are not in list $2.
list_without() {
  local cpu
  local -A drop=()
  local -a all=()
  list_expand "$1" || return 1
  all=("${LIST[@]}")
  list_expand "$2" || return 1
  for cpu in "${LIST[@]}"; do drop[$cpu]=1; done
  LIST=()
  for cpu in "${all[@]}"; do [[ -n ${drop[$cpu]-} ]] || LIST+=("$cpu"); done
}

# Succeeds when the lists $1 and $2 have a CPU in common.
touches() {
  local all
  # Many threads share a handful of lists.
  if [[ -z ${TOUCHES[$1/$2]-} ]]; then
    list_expand "$1" || return
    all=${#LIST[@]}
    list_without "$1" "$2" || return
    TOUCHES[$1/$2]=$((all - ${#LIST[@]}))
  fi
  ((TOUCHES[$1/$2]))
}
declare -gA TOUCHES=()

# REPLY: the CPUs of list $1 that are online.
online_part() {
  local online
  kernel_read /sys/devices/system/cpu/online && online=$REPLY || return
  if [[ -z ${ONLINE_PART[$online/$1]-} ]]; then
    list_without "$1" "$online" || return
    list_compress "${LIST[@]}"
    list_without "$1" "$REPLY"
    list_compress "${LIST[@]}"
    ONLINE_PART[$online/$1]=x$REPLY
  fi
  REPLY=${ONLINE_PART[$online/$1]#x}
}
declare -gA ONLINE_PART=()

# as_good of a knob (see knob.sh) for lists of CPUs. Such a list may show CPUs that are possible but not online
# (announced by the firmware, maxcpus=). The kernel may give back only those that are online.
as_good_online() { # LIST ORIGINAL HOW
  local part
  online_part "$2" || return
  [[ -n $REPLY ]] || return 0
  part=$REPLY
  [[ $3 == written ]] && online_part "$1" && [[ $REPLY == "$part" ]]
}
