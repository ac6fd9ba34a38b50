// The knobs of memory and of the kernel's own work.
import { judgedState, type Knob, kept, oneFile } from './state.ts'

const mm = 'sys/kernel/mm'
const kernel = 'proc/sys/kernel'
const hidden = 'this kernel does not have it, or does not show it here'

export const kernelKnobs: Knob[] = [
  {
    knob: 'huge-pages',
    wanted: 'keep',
    read: kept(({ facts }) => facts['transparent-hugepages'] ?? '', 'no transparent huge pages'),
  },
  {
    knob: 'huge-page-daemon',
    wanted: 'off',
    read: oneFile(`${mm}/transparent_hugepage/khugepaged/defrag`, '0', 'no khugepaged'),
  },
  { knob: 'same-page-merging', wanted: 'off', read: oneFile(`${mm}/ksm/run`, '0', 'this kernel has no KSM') },
  {
    knob: 'numa-balancing',
    wanted: 'off',
    read: oneFile(`${kernel}/numa_balancing`, '0', 'no NUMA balancing: a single node'),
  },
  {
    knob: 'watchdogs',
    wanted: 'off',
    read: ({ tree }) =>
      judgedState(
        ['watchdog', 'nmi_watchdog', 'soft_watchdog'].map(name => tree.read(`${kernel}/${name}`)),
        value => value === '0',
        hidden,
      ),
  },
  { knob: 'statistics-interval', wanted: '10', read: oneFile('proc/sys/vm/stat_interval', '10', hidden) },
  {
    knob: 'address-randomisation',
    wanted: 'keep',
    read: kept(({ facts }) => facts['address-randomisation'] ?? '', hidden),
  },
  { knob: 'compaction', wanted: 'off', read: oneFile('proc/sys/vm/compaction_proactiveness', '0', hidden) },
  {
    knob: 'timer-migration',
    wanted: 'keep',
    read: kept(({ tree }) => tree.read(`${kernel}/timer_migration`), hidden),
  },
  {
    knob: 'counters',
    wanted: 'keep',
    read: kept(({ tree }) => tree.read(`${kernel}/perf_event_paranoid`), hidden),
  },
]
