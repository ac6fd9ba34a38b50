# Summary: Stops daemons that set governor, turbo or limits themselves.
# Values:  stop
# Why:     tuned, TLP and others write their own values behind ours.
# Cost:    Their policy is not in force while tuned. thermald: the firmware alone guards the temperature.
# Order:   Before every knob that they would fight; started again after all of them are back.
# systemd stops tuned-ppd together with tuned, which it requires. It is listed here since only listed units are started
# again. This list is the original: lib/install/neighbours.sh and src/doctor/daemons.ts have copies of it, and
# tests/doctor/with-the-kit.test.ts compares all three.
unit_names=(
  tuned.service tuned-ppd.service power-profiles-daemon.service tlp.service tlp-pd.service thermald.service auto-cpufreq.service gamemoded.service
)
units_are_targets
restore_at=91
