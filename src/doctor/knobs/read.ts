// Every knob of the runner hooks, in the order of runner-hooks/knobs, and its state on this machine.
import type { KnobState } from '../../model/index.ts'
import { CLOCK_DAEMONS } from '../services.ts'
import { clockKnobs } from './clock.ts'
import { isolationKnobs } from './isolation.ts'
import { type Knob, type KnobSources, kept, stopped, wantedIn } from './state.ts'

/** The units that most machines have, from the longer list in runner-hooks/knobs/10-services.sh. */
// biome-ignore format: a list, which reads best compact
const SERVICES = [
  'cron.service', 'crond.service', 'apt-daily.timer', 'apt-daily-upgrade.timer',
  'unattended-upgrades.service', 'dnf-makecache.timer', 'dnf-automatic.timer', 'fstrim.timer',
  'logrotate.timer', 'man-db.timer', 'plocate-updatedb.timer', 'snapd.service', 'packagekit.service',
  'fwupd.service', 'fwupd-refresh.timer', 'systemd-tmpfiles-clean.timer', 'motd-news.timer', 'certbot.timer',
]

const mm = 'sys/kernel/mm'
const kernel = 'proc/sys/kernel'
const hidden = 'this kernel does not have it, or does not show it here'

const fact = (name: string, why: string) => kept(({ facts }) => facts[name] ?? '', why)
const setting = (path: string) => kept(({ tree }) => tree.read(path), hidden)

/** The knobs of memory and of the kernel's own work. */
const kernelKnobs: Knob[] = [
  ['huge-pages', 'keep', fact('transparent-hugepages', 'no transparent huge pages')],
  ['huge-page-daemon', 'off', wantedIn(`${mm}/transparent_hugepage/khugepaged/defrag`, '0', 'no khugepaged')],
  ['same-page-merging', 'off', wantedIn(`${mm}/ksm/run`, '0', 'this kernel has no KSM')],
  ['numa-balancing', 'off', wantedIn(`${kernel}/numa_balancing`, '0', 'no NUMA balancing: a single node')],
  [
    'watchdogs',
    'off',
    wantedIn(
      ['watchdog', 'nmi_watchdog', 'soft_watchdog'].map(name => `${kernel}/${name}`),
      '0',
      hidden,
    ),
  ],
  ['statistics-interval', '10', wantedIn('proc/sys/vm/stat_interval', '10', hidden)],
  ['address-randomisation', 'keep', fact('address-randomisation', hidden)],
  ['compaction', 'off', wantedIn('proc/sys/vm/compaction_proactiveness', '0', hidden)],
  ['timer-migration', 'keep', setting(`${kernel}/timer_migration`)],
  ['counters', 'keep', setting(`${kernel}/perf_event_paranoid`)],
]

export const knobs: readonly Knob[] = [
  ['services', 'stop', stopped(SERVICES)],
  ['daemons', 'stop', stopped(CLOCK_DAEMONS)],
  ['irqbalance', 'stop', stopped(['irqbalance.service'])],
  ...clockKnobs,
  ...kernelKnobs,
  ...isolationKnobs,
]

/** The state of every knob. */
export const readKnobs = (context: KnobSources): KnobState[] =>
  knobs.map(([knob, wanted, read]) => ({ knob, wanted, ...read(context) }))
