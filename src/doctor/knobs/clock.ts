// The knobs of the clock, SMT and idle states.
import {
  judgedState,
  type Knob,
  type KnobReading,
  type KnobSources,
  kept,
  unsupported,
  valuesIn,
  wantedIn,
  withCpus,
} from './state.ts'

const cpu = 'sys/devices/system/cpu'
const noCpufreq = 'no cpufreq: virtual machine or firmware-controlled'

function turbo({ facts }: KnobSources): KnobReading {
  const driver = facts['frequency-driver']
  if (driver === undefined) return unsupported(noCpufreq)
  const why = `the driver ${driver} has no boost control: see max-frequency`
  return judgedState([facts.turbo ?? ''], value => value === 'off' || value === 'capped', why)
}

function maxFrequency({ tree, facts }: KnobSources): KnobReading {
  if (facts['frequency-driver'] === undefined) return unsupported(noCpufreq)
  const limits = valuesIn(tree, `${cpu}/cpufreq/*/scaling_max_freq`).filter(Boolean)
  const value = `${limits.length === 0 ? 'unknown' : Math.max(...limits.map(Number)) / 1000} MHz`
  if (facts.turbo === 'capped') return { state: 'on', value }
  return facts.turbo === undefined
    ? { state: 'off', value }
    : { state: 'on', value: `${value}; turbo has a control` }
}

const WHY_NO_SMT: Record<string, string> = {
  notsupported: 'this processor has no SMT, or it is off in the firmware',
  forceoff: 'SMT is off for good (nosmt=force)',
}

function smt({ tree, facts }: KnobSources): KnobReading {
  const why = WHY_NO_SMT[tree.read(`${cpu}/smt/control`)]
  if (why !== undefined) return unsupported(why)
  const now = facts.smt === 'on' || facts.smt === 'off' ? facts.smt : ''
  return judgedState([now], value => value === 'off', 'no core has a second thread')
}

function idle({ tree, benchmark }: KnobSources): KnobReading {
  const values = benchmark.map(id => tree.read(`${cpu}/cpu${id}/power/pm_qos_resume_latency_us`))
  return judgedState(values, value => value === 'n/a', 'this kernel has no latency request per CPU')
}

const minFrequency = ({ facts }: KnobSources) =>
  facts['frequency-limits']?.split(' to ')[0]?.concat(' kHz') ?? ''

const uncore = ({ tree }: KnobSources) =>
  valuesIn(tree, `${cpu}/intel_uncore_frequency/*/min_freq_khz`).find(Boolean) ?? ''

const noPreference = 'no EPP: neither intel_pstate with HWP nor amd-pstate-epp'
const noBias = 'no EPB: not an Intel processor, or a virtual machine'
const noUncore = 'no intel_uncore_frequency: another processor, or the module is not loaded'

export const clockKnobs: Knob[] = [
  ['governor', 'performance', wantedIn(`${cpu}/cpufreq/*/scaling_governor`, 'performance', noCpufreq)],
  [
    'energy-preference',
    'performance',
    wantedIn(`${cpu}/cpufreq/*/energy_performance_preference`, 'performance', noPreference),
  ],
  ['energy-bias', '0', wantedIn(`${cpu}/*/power/energy_perf_bias`, '0', noBias)],
  ['turbo', 'off', turbo],
  ['max-frequency', 'auto', maxFrequency],
  ['min-frequency', 'keep', kept(minFrequency, noCpufreq)],
  ['uncore', 'keep', kept(uncore, noUncore)],
  ['smt', 'off', smt],
  ['idle', 'off', withCpus(idle)],
]
