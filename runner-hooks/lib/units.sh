# systemd units as targets: `unit:NAME` is active or inactive, `unit:NAME:PROPERTY` holds a property set at run time.
# Reads are one `systemctl show` for all units of a knob; starts and stops are collected and done at once.

has_systemd() { [[ -d $ROOT/run/systemd/system ]]; }

# Reads properties $1 (comma separated) of units $2...: UNIT[NAME:PROPERTY].
load_units() {
  local properties=$1 line position=0
  shift
  local -a names=("$@") lines
  declare -gA UNIT=()
  ((${#names[@]})) || return 0
  mapfile -t lines < <(patiently systemctl show --no-pager --property="$properties" -- "${names[@]}")
  # One block per unit, in the order of the arguments, separated by empty lines.
  for line in "${lines[@]}"; do
    if [[ -z $line ]]; then
      position=$((position + 1))
    elif [[ -n ${names[position]-} ]]; then
      UNIT[${names[position]}:${line%%=*}]=${line#*=}
    fi
  done
}

# For knobs whose targets are `unit:NAME`: they set unit_names=(...) and call this once, in their first lines.
units_are_targets() {
  values='active|inactive' settings=stop
  paths=("${unit_names[@]/#/unit:}")
  STARTS=() STOPS=()

  detect() {
    REASON='there is no systemd here'
    has_systemd
  }
  begin() { load_units LoadState,ActiveState "${unit_names[@]}"; }
  want() {
    local name
    for name in "${unit_names[@]}"; do
      # What is not there or not running stays out of the journal: nothing is stopped, nothing will be started.
      read_target "unit:$name" && [[ $REPLY == active ]] && add "unit:$name" inactive
    done
    ((${#PLAN[@]})) || absent '' 'none of the units it knows is active'
  }
  read_target() {
    local name=${1#unit:}
    case ${UNIT[$name:ActiveState]-} in
      active | activating | reloading | refreshing) REPLY=active ;;
      *) REPLY=inactive ;;
    esac
    [[ ${UNIT[$name:LoadState]-not-found} != not-found ]] && return
    REPLY=ENOENT
    return 1
  }
  write_target() {
    if [[ $2 == active ]]; then STARTS+=("${1#unit:}"); else STOPS+=("${1#unit:}"); fi
  }
  flush() {
    ((${#STARTS[@]} + ${#STOPS[@]})) || return 0
    ((${#STOPS[@]} == 0)) || patiently systemctl stop --no-pager -- "${STOPS[@]}"
    ((${#STARTS[@]} == 0)) || patiently systemctl start --no-pager -- "${STARTS[@]}"
    begin
  }
}

# Sets run-time property $2 of unit $1 to $3; empty takes our drop-in away again.
set_unit_property() {
  local drop_in="$ROOT/run/systemd/system.control/$1.d/50-$2.conf"
  if ! patiently systemctl set-property --runtime --no-pager -- "$1" "$2=$3"; then
    REPLY=$(<"$RUN/error")
    return 1
  fi
  [[ -n $3 || ! -f $drop_in ]] && return
  rm -f -- "$drop_in"
  rmdir -- "${drop_in%/*}" 2>/dev/null
  RELOAD_UNITS=yes
}

# A property as a CPU list in our form (systemd separates ranges with blanks).
cpu_property() {
  REPLY=${UNIT[$1:$2]-}
  REPLY=${REPLY// /,}
}
