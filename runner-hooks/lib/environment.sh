# Paths, limits and exit codes. No variable, argument or file can redirect an installed kit: the tests copy it and
# rewrite ROOT and PATH in the copy.
ROOT=''
PATH=/usr/sbin:/usr/bin:/sbin:/bin
VERSION=1.0.0
KIT=${BASH_SOURCE[0]%/lib/*}
RUN=$ROOT/run/stable-bench
# Of root alone: the lock, and what is written while a verb works.
PRIVATE=$RUN/private
LOCK=$PRIVATE/lock
# Where bash keeps long here-strings. Users can fill /tmp.
TMPDIR=$PRIVATE
JOURNAL=$RUN/journal
RECEIPT=$RUN/receipt.json
CONFIG=$ROOT/etc/stable-bench/stable-bench.conf
# What outlives a reboot: the last tunes, for people.
STATE=$ROOT/var/lib/stable-bench
SLICE=stablebench.slice
# Of the load CPUs. Not stablebench-load: that would be a part of the other one.
LOAD_SLICE=stablebenchload.slice
# The verbs that are called for every run of a benchmark, as a pattern.
EACH_RUN='attach?(-load)|drop-caches'
GUARD=stable-bench-guard.service
# Seconds. The runner itself gives a cancelled job five minutes.
LOCK_WAIT=30
# How many calls of one verb may wait for other calls of the same user.
MOST_WAITING=64
STEP_TIMEOUT=20
# How long a caller may take to read what a call says.
READ_TIMEOUT=60
# Exit codes: bad input, refused, another job holds the machine.
EX_USAGE=64 EX_NOPERM=77 EX_BUSY=75
# Messages of the system are compared, whatever the administrator's language.
export LC_ALL=C
IFS=$' \t\n'
umask 077
shopt -s extglob nullglob globstar
