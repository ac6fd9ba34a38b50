# Sourced by the tests of what operators see.

setup() {
  make_kit
  make_machine acpi-cpufreq
  policy=/sys/devices/system/cpu/cpufreq
}

# json PATH: of the status as JSON.
json() { evaluate s "$(host status --json)" "$1"; }
