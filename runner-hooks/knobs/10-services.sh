# Summary: Stops timers and services that wake up by themselves, from a fixed list.
# Values:  stop
# Why:     Update checks, index runs and log rotation start whenever they like, also during a run.
# Cost:    Nothing runs on schedule while tuned; a persistent timer that was due fires after the restore.
# Order:   First, so that nothing fights the other knobs; restored last.
# The list never has dbus, the network, ssh, or a service of the package manager that may be in the middle of its work.
unit_names=(
  cron.service crond.service anacron.timer atd.service rsyslog.service syslog.socket
  apt-daily.timer apt-daily-upgrade.timer unattended-upgrades.service dnf-makecache.timer dnf-automatic.timer
  fstrim.timer logrotate.timer man-db.timer mlocate-updatedb.timer plocate-updatedb.timer updatedb.timer
  snapd.service snapd.socket snapd.seeded.service snapd.refresh.timer packagekit.service fwupd.service fwupd-refresh.timer
  e2scrub_all.timer systemd-tmpfiles-clean.timer motd-news.timer dpkg-db-backup.timer sysstat-collect.timer
  sysstat-summary.timer update-notifier-download.timer update-notifier-motd.timer ua-timer.timer apport-autoreport.timer
  snapd.snap-repair.timer podman-auto-update.timer certbot.timer insights-client.timer mdcheck_start.timer
  mdcheck_continue.timer mdmonitor-oneshot.timer raid-check.timer xfs_scrub_all.timer
)
units_are_targets
restore_at=90
