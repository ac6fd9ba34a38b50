// The knobs of the clock, SMT and idle states.
import { judgedState, type Knob, kept, unsupported, valuesIn, withCpus } from './state.ts'

const cpu = 'sys/devices/system/cpu'
const noCpufreq = 'no cpufreq: virtual machine or firmware-controlled'
const policy = /^policy\d+$/
const uncore = 'sys/devices/system/cpu/intel_uncore_frequency'

const WHY_NO_SMT: Record<string, string> = {
  notsupported: 'this processor has no SMT, or it is off in the firmware',
  forceoff: 'SMT is off for good (nosmt=force)',
}

export const clockKnobs: Knob[] = [
  {
    knob: 'governor',
    wanted: 'performance',
    read: ({ tree }) =>
      judgedState(
        valuesIn(tree, `${cpu}/cpufreq`, policy, 'scaling_governor'),
        value => value === 'performance',
        noCpufreq,
      ),
  },
  {
    knob: 'energy-preference',
    wanted: 'performance',
    read: ({ tree }) =>
      judgedState(
        valuesIn(tree, `${cpu}/cpufreq`, policy, 'energy_performance_preference'),
        value => value === 'performance',
        'no EPP: neither intel_pstate with HWP nor amd-pstate-epp',
      ),
  },
  {
    knob: 'energy-bias',
    wanted: '0',
    read: ({ tree }) =>
      judgedState(
        valuesIn(tree, cpu, /^cpu\d+$/, 'power/energy_perf_bias'),
        value => value === '0',
        'no EPB: not an Intel processor, or a virtual machine',
      ),
  },
  {
    knob: 'turbo',
    wanted: 'off',
    read: ({ facts }) => {
      const { turbo = '', 'frequency-driver': driver } = facts
      if (driver === undefined) return unsupported(noCpufreq)
      return judgedState(
        [turbo],
        value => value === 'off' || value === 'capped',
        `the driver ${driver} has no boost control: see max-frequency`,
      )
    },
  },
  {
    knob: 'max-frequency',
    wanted: 'auto',
    read: ({ tree, facts }) => {
      if (facts['frequency-driver'] === undefined) return unsupported(noCpufreq)
      const limits = valuesIn(tree, `${cpu}/cpufreq`, policy, 'scaling_max_freq').filter(Boolean)
      const value = `${limits.length === 0 ? 'unknown' : Math.max(...limits.map(Number)) / 1000} MHz`
      if (facts.turbo === 'capped') return { state: 'on', value }
      return facts.turbo === undefined
        ? { state: 'off', value }
        : { state: 'on', value: `${value}; turbo has a control` }
    },
  },
  {
    knob: 'min-frequency',
    wanted: 'keep',
    read: kept(({ facts }) => facts['frequency-limits']?.split(' to ')[0]?.concat(' kHz') ?? '', noCpufreq),
  },
  {
    knob: 'uncore',
    wanted: 'keep',
    read: kept(
      ({ tree }) =>
        valuesIn(tree, uncore, /^(uncore|package_)\d/, 'min_freq_khz')
          .filter(Boolean)
          .slice(0, 1)
          .join(''),
      'no intel_uncore_frequency: another processor, or the module is not loaded',
    ),
  },
  {
    knob: 'smt',
    wanted: 'off',
    read: ({ tree, facts }) => {
      const why = WHY_NO_SMT[tree.read(`${cpu}/smt/control`)]
      if (why !== undefined) return unsupported(why)
      return judgedState(
        [facts.smt === 'on' || facts.smt === 'off' ? facts.smt : ''],
        value => value === 'off',
        'no core has a second thread',
      )
    },
  },
  {
    knob: 'idle',
    wanted: 'off',
    read: withCpus(({ tree, benchmark }) =>
      judgedState(
        benchmark.map(id => tree.read(`${cpu}/cpu${id}/power/pm_qos_resume_latency_us`)),
        value => value === 'n/a',
        'this kernel has no latency request per CPU',
      ),
    ),
  },
]
