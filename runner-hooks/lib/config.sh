# The configuration files. They are parsed, never sourced. The names of knobs are the files in knobs/; all other keys are
# listed here.

# Reads the configuration into OPTION[key], SETTING[knob] and REQUIRED[knob] (yes or no): the profile, then $CONFIG, then
# its drop-ins (conf.d/*.conf) in the order of their names. The last value wins. Reports every mistake with its line.
load_config() {
  local key file mistakes=0
  local -a files=("$CONFIG" "${CONFIG%/*}"/conf.d/*.conf)
  declare -gA SETTING=() REQUIRED=() OPTION=(
    [profile]=none [cpus]=auto [cores]=1 [load-cpus]=none [load-cores]=1 [priority]=-5 [lease-max]=6h [on-failure]=fail [busy-wait]=0
    [machine]=auto [class]=none
  )
  declare -gA OPTION_PATTERN=(
    [profile]='none|gentle|standard|strict'
    [cpus]='auto|[0-9,-]+' [cores]='[1-9][0-9]{0,2}'
    [load-cpus]='none|auto|[0-9,-]+' [load-cores]='[1-9][0-9]{0,2}' [priority]='-?(1?[0-9]|20)'
    [lease-max]='[1-9][0-9]{0,5}[smh]' [on-failure]='fail|degraded' [busy-wait]='0|[1-9][0-9]{0,3}'
    [machine]='[A-Za-z0-9][A-Za-z0-9._-]{0,63}' [class]='[A-Za-z0-9][A-Za-z0-9._-]{0,63}'
  )
  for file in "${files[@]}"; do check_config_owner "$file" || return; done
  list_knobs
  read_declarations "${KNOBS[@]}"
  for key in "${KNOBS[@]}"; do SETTING[$key]=keep REQUIRED[$key]=no; done
  # The profile comes first, wherever it is named.
  named_profile "${files[@]}"
  OPTION[profile]=$REPLY
  [[ ${OPTION[profile]} == none ]] || read_config "$KIT/profiles/${OPTION[profile]}.conf" || mistakes=1
  for file in "${files[@]}"; do read_config "$file" || mistakes=1; done
  return "$mistakes"
}

# REPLY: the last profile that the files $@ name. A wrong name is reported later, with its line.
named_profile() { # FILE...
  local file line
  REPLY=none
  for file in "$@"; do
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line != *profile* || ! ${line%%#*} =~ ^[[:space:]]*profile[[:space:]]*=[[:space:]]*(gentle|standard|strict|none)[[:space:]]*$ ]] ||
        REPLY=${BASH_REMATCH[1]}
    done <"$file"
  done
}

read_config() { # FILE
  local file=$1 line number=0 key value mistakes=0
  local -A line_of=()
  while IFS= read -r line || [[ -n $line ]]; do
    number=$((number + 1))
    # Without regular expressions: bash compiles them anew for each line.
    line=${line%%#*} key=${line%%=*} value=${line#*=}
    key=${key##+([[:space:]])} key=${key%%+([[:space:]])} value=${value##+([[:space:]])} value=${value%%+([[:space:]])}
    [[ -n $key ]] || [[ $line == *=* ]] || continue
    if [[ $line != *=* || -z $key || $key == *[!a-z-]* || -z $value ]]; then
      complain "$file:$number: expected KEY = VALUE"
      mistakes=1
      continue
    fi
    config_line "$key" "$value" || mistakes=1
    if [[ -n ${line_of[$key]-} ]]; then
      complain "$file:$number: $key is set again, first in line ${line_of[$key]}: leave one of the two"
      mistakes=1
    fi
    line_of[$key]=${line_of[$key]-$number}
  done <"$file"
  return "$mistakes"
}

# Takes one line of a configuration file, or says what is wrong with it.
config_line() { # KEY VALUE
  local key=$1 value=$2
  if [[ -n ${OPTION_PATTERN[$key]-} ]]; then
    OPTION[$key]=$value
    if [[ ! $value =~ ^(${OPTION_PATTERN[$key]})$ ]]; then
      complain "$file:$number: $key = $value does not fit ${OPTION_PATTERN[$key]}"
      return 1
    fi
    [[ $key != ?(load-)cpus || $value == @(auto|none) ]] || list_expand "$value" && return
    complain "$file:$number: $key = $value is not a list of CPUs, such as 2-3 or 2,6 (ranges ascend)"
    return 1
  fi
  if [[ -z ${SETTING[$key]-} ]]; then
    complain "$file:$number: unknown key $key; known are ${!OPTION_PATTERN[*]} ${KNOBS[*]}"
    return 1
  fi
  REQUIRED[$key]=no
  case $value in
    *[[:space:]]required) REQUIRED[$key]=yes ;;
  esac
  value=${value%%[[:space:]]required}
  value=${value%%[[:space:]]optional}
  value=${value%%+([[:space:]])}
  SETTING[$key]=$value
  [[ $value == keep || $value =~ ^(${SETTINGS_OF[$key]-})$ ]] && return
  complain "$file:$number: $key = $value is not a setting of this knob (see $KIT/knobs/)"
  return 1
}

# The configuration decides what root does, so only root may write it.
check_config_owner() { # FILE
  local owner mode
  if [[ ! -f $1 || -L $1 ]]; then
    if [[ $1 == "$CONFIG" ]]; then complain "no configuration at $1: run install.sh"; else complain "$1 is not a regular file"; fi
    return 1
  fi
  read -r owner mode < <(stat -c '%u %a' "$1")
  if [[ $owner != "$UID" || $mode == *[2367]? || $mode == *[2367] ]]; then
    complain "$1 must belong to root and be writable by nobody else"
    return 1
  fi
}

# KNOBS: the names of all knobs in the order in which they are tuned.
list_knobs() {
  local file name
  declare -ga KNOBS=()
  declare -gA KNOB_FILE=()
  for file in "$KIT"/knobs/[0-9][0-9]-*.sh; do
    name=${file##*/[0-9][0-9]-}
    name=${name%.sh}
    KNOBS+=("$name")
    KNOB_FILE[$name]=$file
  done
}

# REPLY: the seconds of a duration such as 90s, 5m or 6h.
seconds_of() {
  local unit=${1: -1}
  REPLY=${1%[smh]}
  case $unit in
    m) REPLY=$((REPLY * 60)) ;;
    h) REPLY=$((REPLY * 3600)) ;;
  esac
}
