# Runs in a machine of its own: see rpm.bats.
# shellcheck shell=bash
set -eu
cd /tmp/packages
life=(rpm --nodeps --force-debian)
left() { ls -d /usr/lib/stable-bench /etc/{stable-bench,sudoers.d/stable-bench} /{run,var/lib,usr/share}/stable-bench 2>/dev/null; }
runner=/tmp/actions-runner
mkdir "$runner"
echo '{}' >"$runner/.runner"
chown -R nobody "$runner"
rpm --initdb

"${life[@]}" -i 1.0.0/*.rpm
[[ $(left) == /usr/share/stable-bench ]]
# It is a machine without systemd, and without a clock that could be set: its jobs are to go on all the same.
/usr/share/stable-bench/install.sh --runner "$runner"
sed -i 's/^on-failure = fail/on-failure = degraded/' /etc/stable-bench/stable-bench.conf
grep -q HOOK "$runner/.env"
"${life[@]}" -U 1.1.0/*.rpm
grep -qx VERSION=1.1.0 /usr/lib/stable-bench/lib/environment.sh
/usr/lib/stable-bench/install.sh --check

# A journal that does not fit the knobs cannot be restored.
mkdir -p /run/stable-bench
echo damaged >/run/stable-bench/journal
if "${life[@]}" -e stable-bench-hooks; then exit 1; fi
rpm -q stable-bench-hooks
[[ -x /usr/lib/stable-bench/stable-bench-host && -x /usr/share/stable-bench/uninstall.sh ]]
rm /run/stable-bench/journal

"${life[@]}" -e stable-bench-hooks
[[ $(left) == /etc/stable-bench ]]
if grep -q HOOK "$runner/.env"; then exit 1; fi
echo the end
