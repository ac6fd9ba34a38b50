// Advice on tuning: the runner hooks where jobs of a runner are to be tuned, else the settings one by one.
import type { Advice, DoctorFindings } from '../../model/index.ts'
import { type About, isKnob, isOwn } from './advisor.ts'
import { effects, kitEffect } from './published.ts'

const cpu = '/sys/devices/system/cpu'

/** The directory of the runner where it is known, else the one that most have. */
const runnerIn = ({ machine, kit }: DoctorFindings): string =>
  kit.runners[0] ?? / in (\/.*)$/.exec(machine.runner)?.[1] ?? '/opt/actions-runner'

/** How the kit is to be put in order; null where nothing is wrong with it. */
function kitAdvice({ findings, kit }: About): Advice | null {
  const { kit: state, machine, grade } = findings
  if (grade === 'tuned') return null
  const install = `sudo ${kit}/install.sh --runner ${runnerIn(findings)}`
  const effect = kitEffect({
    governor: isKnob(findings, 'governor', 'off'),
    smt: isKnob(findings, 'smt', 'off'),
  })
  const common = { effect, undo: `sudo ${kit}/uninstall.sh` }
  if (!state.installed) {
    if (machine.runner === '') return null
    const off = findings.knobs.filter(each => each.state === 'off').length
    const why = `${off} of its knobs are not set here. It sets them before each job and puts everything back after it.`
    return {
      id: 'kit',
      what: 'Install the runner hooks.',
      why,
      ...common,
      lines: [`${install} --dry-run`, install],
    }
  }
  if (state.intact === false) {
    const why = `${state.problems.join('; ')}.`
    return {
      id: 'kit',
      what: 'Install the runner hooks again: they are damaged.',
      why,
      ...common,
      lines: [install],
    }
  }
  if (state.hooks !== 'missing' && state.hooks !== 'others') return null
  const lines = [install, "sudo systemctl restart 'actions.runner.*'   # it reads .env when it starts"]
  return {
    id: 'hooks',
    what: 'Let the runner call the hooks.',
    why: `${state.hooksReason}.`,
    ...common,
    lines,
  }
}

/** A knob that somebody can set by hand, and how. */
const BY_HAND: Pick<Advice, 'id' | 'what' | 'why' | 'effect' | 'lines' | 'undo'>[] = [
  {
    id: 'smt',
    what: 'Take the second thread of every core offline.',
    why: 'A sibling shares caches and execution units with the benchmark.',
    effect: effects.smt,
    lines: [`echo off | sudo tee ${cpu}/smt/control`],
    undo: `echo on | sudo tee ${cpu}/smt/control`,
  },
  {
    id: 'governor',
    what: 'Hold the clock: set the governor to performance.',
    why: 'A ramping clock makes early runs slower than late ones.',
    effect: effects.governor,
    lines: [`echo performance | sudo tee ${cpu}/cpufreq/policy*/scaling_governor`],
    undo: null,
  },
  {
    id: 'turbo',
    what: 'Turn turbo off.',
    why: 'It depends on temperature and on what the other cores do.',
    effect: effects.turbo,
    lines: [],
    undo: null,
  },
]

function turboLines({ facts }: DoctorFindings): Pick<Advice, 'lines' | 'undo'> {
  const isIntel = /^intel_/.test(facts['frequency-driver'] ?? '')
  const file = isIntel ? `${cpu}/intel_pstate/no_turbo` : `${cpu}/cpufreq/boost`
  const set = (value: boolean) => `echo ${value === isIntel ? 1 : 0} | sudo tee ${file}`
  return { lines: [set(true)], undo: set(false) }
}

/** The governor that the first policy has now. */
function governorUndo({ facts }: DoctorFindings): string | null {
  const now = /^[a-z_]+$/.test(facts.governor ?? '') ? facts.governor : null
  return now ? `echo ${now} | sudo tee ${cpu}/cpufreq/policy*/scaling_governor` : null
}

function byHand(findings: DoctorFindings): Advice[] {
  return BY_HAND.filter(({ id }) => isKnob(findings, id, 'off')).map(advice => {
    if (advice.id === 'turbo') return { ...advice, ...turboLines(findings) }
    return advice.id === 'governor' ? { ...advice, undo: governorUndo(findings) } : advice
  })
}

/** These run other people's programs: nobody stops them for a benchmark. */
const HOSTS = ['docker.service', 'k3s.service', 'kubelet.service', 'libvirtd.service']

function services(findings: DoctorFindings): Advice | null {
  const running = findings.daemons.map(({ name }) => name).filter(name => !HOSTS.includes(name))
  if (!isKnob(findings, 'services', 'off') && running.length === 0) return null
  const timers = "sudo systemctl stop '*.timer'"
  return {
    id: 'services',
    what: 'Stop what wakes up by itself while you measure.',
    why: `Update checks, index runs and the like begin whenever they want${running.length === 0 ? '' : `; ${running.join(', ')} run now`}.`,
    effect: effects.services,
    lines: [timers, ...(running.length === 0 ? [] : [`sudo systemctl stop ${running.join(' ')}`])],
    undo: 'a reboot starts them again',
  }
}

/** Advice on tuning; none for a machine that cannot be tuned from here. */
export function tuningAdvice(about: About): Advice[] {
  const { findings } = about
  if (!isOwn(findings) || findings.grade === 'tuned') return []
  const kit = kitAdvice(about)
  if (kit !== null) return [kit]
  if (findings.kit.installed) return []
  return [...byHand(findings), services(findings)].filter(advice => advice !== null)
}
