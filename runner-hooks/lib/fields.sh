# The parts of a line. Not by `<<<`: bash before 5.1 writes that to a file, which fails where /run is full, and then nothing
# would be restored.

# FIELDS: what stands between each |, or between the separators $2, in the line $1.
fields() { # LINE [SEPARATORS]
  local IFS=${2-|}
  local -
  set -f
  # shellcheck disable=SC2206  # words on purpose
  FIELDS=($1)
}
