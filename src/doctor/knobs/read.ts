// Every knob of the runner hooks, in the order of runner-hooks/knobs, and its state on this machine.
import type { KnobState } from '../../model/index.ts'
import { CLOCK_DAEMONS } from '../daemons.ts'
import { clockKnobs } from './clock.ts'
import { isolationKnobs } from './isolation.ts'
import { kernelKnobs } from './kernel.ts'
import { type Knob, type KnobSources, stopped } from './state.ts'

/** The units that most machines have, from the longer list in runner-hooks/knobs/10-services.sh. */
const SERVICES = [
  'cron.service',
  'crond.service',
  'apt-daily.timer',
  'apt-daily-upgrade.timer',
  'unattended-upgrades.service',
  'dnf-makecache.timer',
  'dnf-automatic.timer',
  'fstrim.timer',
  'logrotate.timer',
  'man-db.timer',
  'plocate-updatedb.timer',
  'snapd.service',
  'packagekit.service',
  'fwupd.service',
  'fwupd-refresh.timer',
  'systemd-tmpfiles-clean.timer',
  'motd-news.timer',
  'certbot.timer',
]

export const knobs: readonly Knob[] = [
  { knob: 'services', wanted: 'stop', read: stopped(SERVICES) },
  { knob: 'daemons', wanted: 'stop', read: stopped(CLOCK_DAEMONS) },
  { knob: 'irqbalance', wanted: 'stop', read: stopped(['irqbalance.service']) },
  ...clockKnobs,
  ...kernelKnobs,
  ...isolationKnobs,
]

/** The state of every knob. */
export const readKnobs = (context: KnobSources): KnobState[] =>
  knobs.map(({ knob, wanted, read }) => ({ knob, wanted, ...read(context) }))
