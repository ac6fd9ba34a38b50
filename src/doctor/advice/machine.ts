// Advice about the machine itself: the place where jobs run, its boot parameters, and other work on it.
import { LEAST_MEMORY } from '../../measure/evidence/look-at-machine.ts'
import { capital } from '../../phrases.ts'
import { BUS_ACTIVATED } from '../services.ts'
import { type Advisor, effects, isOwn, largestProcesses, unknownEffect } from './advisor.ts'

export const container: Advisor = ({ findings }) => {
  const { kind, container: name } = findings.machine
  if (name === 'none' || kind === 'virtual') return null
  return {
    id: 'container',
    what: 'Run the job on the machine itself, not in a container.',
    why: `A container (${name}) can neither tune its machine nor see that it is tuned.`,
    effect: unknownEffect('it decides whether anything else can be done'),
    lines: ['stable-bench doctor   # on the machine itself'],
  }
}

export const bareMetal: Advisor = ({ findings }) => {
  if (findings.machine.kind !== 'virtual') return null
  return {
    id: 'bare-metal',
    what: `Measure on a machine of your own${findings.kit.installed ? '' : ', with the runner hooks'}.`,
    why: 'Other guests share this one, and its clock cannot be held.',
    effect: effects.bareMetal,
    lines: [
      'runs-on: [self-hosted, bench]   # in the workflow',
      ...(findings.kit.installed
        ? []
        : ['sudo runner-hooks/install.sh --runner /opt/actions-runner   # there, from a checkout']),
    ],
  }
}

export const boot: Advisor = ({ findings }) => {
  const { wanted, loader, grub, systemdBoot } = findings.boot
  if (wanted.length === 0) return null
  return {
    id: 'boot',
    what: 'Give the kernel the boot parameters that nobody can set later.',
    why: `${capital(wanted[0]?.why ?? '')}.`,
    effect: unknownEffect('no published number'),
    lines: loader === 'systemd-boot' ? systemdBoot : grub,
    undo: 'the same without these parameters',
  }
}

export const activated: Advisor = ({ findings }) => {
  const running = findings.daemons.map(({ name }) => name).filter(name => BUS_ACTIVATED.includes(name))
  if (running.length === 0 || !isOwn(findings)) return null
  return {
    id: 'daemons',
    what: 'Keep daemons from setting the clock in the middle of a job.',
    why: `${running.join(', ')} would come back even when the hooks stop it: D-Bus starts it for any program that asks.`,
    effect: unknownEffect('no published number; the hooks call such a job degraded'),
    lines: [`sudo systemctl mask --now ${running.join(' ')}`],
    undo: `sudo systemctl unmask ${running.join(' ')}`,
  }
}

export const counters: Advisor = ({ findings }) => {
  const { paranoid } = findings.counters
  if (paranoid === null || paranoid <= 2 || findings.machine.container !== 'none') return null
  return {
    id: 'counters',
    what: 'Let processes count their own instructions.',
    why: 'Instruction counts hardly vary, and show what a noisy clock hides.',
    effect: unknownEffect('it does not change the noise of times'),
    lines: [
      'sudo sysctl kernel.perf_event_paranoid=2',
      'counters = own   # in /etc/stable-bench/stable-bench.conf, with the hooks',
    ],
    undo: `sudo sysctl kernel.perf_event_paranoid=${paranoid}`,
  }
}

export const firmware: Advisor = ({ findings }) => {
  const [text] = findings.boot.firmware
  if (text === undefined) return null
  return {
    id: 'firmware',
    what: 'Give the operating system control of the clock, in the setup of the firmware.',
    why: 'There is no frequency driver, so neither governor nor turbo can be set.',
    effect: effects.governor,
    lines: ['sudo systemctl reboot --firmware-setup'],
  }
}

export const memory: Advisor = ({ findings }) => {
  const { total, available } = findings.memory
  if (total === null || available === null || available >= LEAST_MEMORY * total) return null
  return {
    id: 'memory',
    what: 'Free memory.',
    why: `Only ${Math.round(available / 2 ** 20)} MiB are available: runs would wait for files that were dropped, or for swap.`,
    effect: unknownEffect('no published number; runs that wait for memory count as disturbed'),
    lines: [largestProcesses(findings, 'rss')],
  }
}

/** For a machine without a runner so far. */
export const hooks: Advisor = ({ findings, kit }) => {
  if (!isOwn(findings) || findings.kit.installed || findings.machine.runner !== '') return null
  return {
    id: 'hooks-later',
    what: 'For a runner on this machine: install the runner hooks.',
    why: 'They set all of this before each job, and put everything back after it.',
    effect: unknownEffect('as the settings one by one'),
    lines: [`sudo ${kit}/install.sh --runner /opt/actions-runner --dry-run`],
  }
}
