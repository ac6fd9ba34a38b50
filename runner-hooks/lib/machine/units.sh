# systemd units as targets: the value of `unit:NAME` is active or inactive. For properties of units see properties.sh.
# One `systemctl show` reads all units of a knob, and one call starts or stops them.

has_systemd() { [[ -d $ROOT/run/systemd/system ]]; }

# REPLY: what the last call of systemctl complained about. Mostly it says two lines; a result is one.
systemctl_error() { one_line "$(<"$PRIVATE/error")"; }

# Reads the properties $1 (separated by commas) of the units $2... into UNIT[NAME:PROPERTY]. Other units stay there.
load_units() {
  local properties=$1 line position=0
  shift
  declare -gA UNIT
  local -a lines
  local -a asked=("$@")
  ((${#asked[@]})) || return 0
  mapfile -t lines < <(patiently systemctl show --no-pager --property="$properties" -- "${asked[@]}")
  # One block per unit, in the order of the arguments, separated by empty lines.
  for line in "${lines[@]}"; do
    if [[ -z $line ]]; then
      position=$((position + 1))
    elif [[ -n ${asked[position]-} ]]; then
      UNIT[${asked[position]}:${line%%=*}]=${line#*=}
    fi
  done
}

# Reads everything that plans ask of the units $@ at once, for all knobs. What was known before may be older than a restore.
load_planned_units() { # UNIT...
  declare -gA UNIT=()
  ! has_systemd || load_units LoadState,ActiveState,RequiredBy,BoundBy,ConsistsOf,AllowedCPUs,MemorySwapMax,MemoryMin "$@"
}

# Reads the properties for all unit targets of the journal at once. The children of the knobs inherit them and do not
# ask systemd again before their first write.
load_journalled_units() {
  local target
  local -A names=()
  UNITS_KNOWN=''
  for target in "${J_TARGET[@]}"; do
    [[ $target == unit:*.@(service|timer|socket|slice|scope)?(:*) ]] || continue
    target=${target#unit:}
    names[${target%%:*}]=yes
  done
  ((${#names[@]})) || return 0
  load_units LoadState,ActiveState,AllowedCPUs,MemorySwapMax,MemoryMin "${!names[@]}"
  UNITS_KNOWN=yes
}

# Succeeds when systemd has answered for unit $1, even if only that there is no such unit.
known_unit() { [[ -n ${UNIT[$1:ActiveState]-} ]]; }

# For knobs whose targets are `unit:NAME`. They set unit_names=(...) and call this once.
units_are_targets() {
  values='active|inactive' settings=stop
  paths=("${unit_names[@]/#/unit:}")
  STARTS=() STOPS=()

  detect() {
    REASON='there is no systemd here'
    has_systemd
  }
  want() {
    local name
    if ! known_unit "${unit_names[0]}"; then
      unable '' 'systemd does not say which of its units are active'
      return
    fi
    for name in "${unit_names[@]}"; do
      # A unit that is missing or not running stays out of the journal: it is neither stopped nor started.
      if ! read_target "unit:$name" || [[ $REPLY != active ]]; then continue; fi
      if [[ ${UNIT[$name:LoadState]} == masked ]]; then
        unable "unit:$name" 'it is masked, so nobody could start it again'
      elif takes_along "$name"; then
        unable "unit:$name" "systemd would stop $REPLY with it, and nobody would start that again"
      else
        add "unit:$name" inactive
      fi
    done
    ((${#PLAN[@]})) || as_wanted '' 'none of the units it knows is active'
  }
  # REPLY: an active unit, not one of this knob, that systemd would stop together with unit $1.
  takes_along() {
    local other
    for other in ${UNIT[$1:RequiredBy]-} ${UNIT[$1:BoundBy]-} ${UNIT[$1:ConsistsOf]-}; do
      [[ " ${unit_names[*]} " != *" $other "* ]] || continue
      load_units ActiveState "$other"
      REPLY=$other
      [[ ${UNIT[$other:ActiveState]-} != active ]] || return 0
    done
    return 1
  }
  read_target() {
    local name=${1#unit:}
    case ${UNIT[$name:ActiveState]-} in
      active | activating | reloading | refreshing) REPLY=active ;;
      *) REPLY=inactive ;;
    esac
    known_unit "$name" && [[ ${UNIT[$name:LoadState]-not-found} != not-found ]] && return
    # Without an answer it is not gone.
    if known_unit "$name"; then REPLY=ENOENT; else REPLY='systemd does not answer'; fi
    return 1
  }
  out_of_reach() {
    [[ $4 == masked ]] || return
    REPLY="somebody has masked it, so it stays stopped: to have it back, systemctl unmask and start it"
  }
  write_target() {
    REPLY=masked
    [[ $2 != active || ${UNIT[${1#unit:}:LoadState]-} != masked ]] || return
    if [[ $2 == active ]]; then STARTS+=("${1#unit:}"); else STOPS+=("${1#unit:}"); fi
  }
  # What systemd complains about is the reason of each unit that is then not as it should be.
  switch_units() { # start|stop UNIT...
    local i
    patiently systemctl "$1" --no-pager -- "${@:2}" && return
    systemctl_error
    for i in ${INDEX_OF[$KNOB]}; do [[ -n ${errors[$i]-} ]] || errors["$i"]=$REPLY; done
  }
  flush() {
    ((${#STARTS[@]} + ${#STOPS[@]})) || return 0
    ((${#STOPS[@]} == 0)) || switch_units stop "${STOPS[@]}"
    ((${#STARTS[@]} == 0)) || switch_units start "${STARTS[@]}"
    # Only these units: systemd searches the disk for every name that it does not know.
    load_units LoadState,ActiveState "${STOPS[@]}" "${STARTS[@]}"
  }
}
