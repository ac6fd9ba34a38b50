# Sourced by the tests of what operators see.

setup() {
  make_kit
  make_machine acpi-cpufreq
  policy=/sys/devices/system/cpu/cpufreq
}

# json PATH: of the status as JSON.
json() { host status --json | node -p "const s = JSON.parse(require('fs').readFileSync(0)); $1"; }
