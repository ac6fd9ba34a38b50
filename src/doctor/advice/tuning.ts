// Advice on tuning: the runner hooks where jobs of a runner are to be tuned, else the settings one by one.
import type { Advice, DoctorFindings } from '../../model/index.ts'
import { type About, type Advised, effects, isOff, isOwn, kitEffect } from './advisor.ts'

const cpu = '/sys/devices/system/cpu'

/** The directory of the runner where it is known, else the one that most have. */
const runnerIn = ({ machine, kit }: DoctorFindings): string =>
  kit.runners[0] ?? / in (\/.*)$/.exec(machine.runner)?.[1] ?? '/opt/actions-runner'

/** How the kit is to be put in order; null where nothing is wrong with it. */
function kitAdvice({ findings, kit }: About): Advised | null {
  const { kit: state, machine, knobs } = findings
  const install = `sudo ${kit}/install.sh --runner ${runnerIn(findings)}`
  const [governor, smt] = [isOff(findings, 'governor'), isOff(findings, 'smt')]
  const common = { effect: kitEffect({ governor, smt }), undo: `sudo ${kit}/uninstall.sh` }
  if (!state.installed) {
    if (machine.runner === '') return null
    const off = knobs.filter(each => each.state === 'off').length
    return {
      id: 'kit',
      what: 'Install the runner hooks.',
      why: `${off} of its knobs are not set here. It sets them before each job and puts everything back after it.`,
      ...common,
      lines: [`${install} --dry-run`, install],
    }
  }
  if (state.intact === false)
    return {
      id: 'kit',
      what: 'Install the runner hooks again: they are damaged.',
      why: `${state.problems.join('; ')}.`,
      ...common,
      lines: [install],
    }
  if (state.hooks !== 'missing' && state.hooks !== 'others') return null
  return {
    id: 'hooks',
    what: 'Let the runner call the hooks.',
    why: `${state.hooksReason}.`,
    ...common,
    lines: [install, "sudo systemctl restart 'actions.runner.*'   # it reads .env when it starts"],
  }
}

function turboLines({ facts }: DoctorFindings): Pick<Advice, 'lines' | 'undo'> {
  const isIntel = /^intel_/.test(facts['frequency-driver'] ?? '')
  const file = isIntel ? `${cpu}/intel_pstate/no_turbo` : `${cpu}/cpufreq/boost`
  const set = (value: boolean) => `echo ${value === isIntel ? 1 : 0} | sudo tee ${file}`
  return { lines: [set(true)], undo: set(false) }
}

/** The knobs that somebody can set by hand, and how. */
function byHand(findings: DoctorFindings): Advised[] {
  const { governor = '' } = findings.facts
  const setGovernor = (name: string) => `echo ${name} | sudo tee ${cpu}/cpufreq/policy*/scaling_governor`
  const knobs: Advised[] = [
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
      lines: [setGovernor('performance')],
      undo: /^[a-z_]+$/.test(governor) ? setGovernor(governor) : null,
    },
    {
      id: 'turbo',
      what: 'Turn turbo off.',
      why: 'It depends on temperature and on what the other cores do.',
      effect: effects.turbo,
      ...turboLines(findings),
    },
  ]
  return knobs.filter(({ id }) => isOff(findings, id))
}

/** These run other people's programs: nobody stops them for a benchmark. */
const HOSTS = ['docker.service', 'k3s.service', 'kubelet.service', 'libvirtd.service']

function services(findings: DoctorFindings): Advised | null {
  const running = findings.daemons.map(({ name }) => name).filter(name => !HOSTS.includes(name))
  if (!isOff(findings, 'services') && running.length === 0) return null
  return {
    id: 'services',
    what: 'Stop what wakes up by itself while you measure.',
    why: `Update checks, index runs and the like begin whenever they want${running.length === 0 ? '' : `; ${running.join(', ')} run now`}.`,
    effect: effects.services,
    lines: [
      "sudo systemctl stop '*.timer'",
      ...(running.length === 0 ? [] : [`sudo systemctl stop ${running.join(' ')}`]),
    ],
    undo: 'a reboot starts them again',
  }
}

/** Advice on tuning; none for a machine that cannot be tuned from here. */
export function tuningAdvice(about: About): (Advised | null)[] {
  const { findings } = about
  if (!isOwn(findings) || findings.grade === 'tuned') return []
  const kit = kitAdvice(about)
  return kit !== null || findings.kit.installed ? [kit] : [...byHand(findings), services(findings)]
}
