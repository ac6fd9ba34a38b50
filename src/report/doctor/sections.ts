// The sections about the machine below the answer: what it is, its clock, daemons, boot line, kit, counters, memory.
import type { Boot, DoctorDocument, KitState } from '../../model/index.ts'
import { wrapped } from '../text/wrap.ts'
import { formatValue } from '../words/numbers.ts'
import { visibleText } from '../words/visible-text.ts'

const KINDS = {
  'bare-metal': 'bare metal',
  virtual: 'a virtual machine',
  unknown: 'not known whether virtual',
} as const

const bytes = (value: number | null) => (value === null ? 'unknown' : formatValue(value, 'B'))

/** `name  value`, one below the other; entries without a value are left out. */
function aligned(entries: [name: string, value: string | undefined][]): string[] {
  const known = entries.filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.flatMap(([name, value = '']) => wrapped(`${name.padEnd(width)}  `, visibleText(value)))
}

/** Says what kind of machine it is, and whether it is tuned for this job. */
export function machineLines({ machine, facts, grade, gradeReason }: DoctorDocument): string[] {
  const { kind, reason, container, runner, load } = machine
  return aligned([
    ['machine', `${KINDS[kind]}: ${reason}`],
    ['container', container === 'none' ? '' : container],
    ['jobs', runner],
    ['tuned', grade === 'tuned' ? gradeReason : `no: ${gradeReason}`],
    ['load', load === null ? '' : `${load.toFixed(2)} over the last minute`],
    ['processor', facts['cpu-model']],
    ['topology', facts.topology],
    ['kernel', facts.kernel],
    ['system', facts['operating-system']],
  ])
}

/** Driver, governor, turbo and limits of the clock. */
export function clockLines({ facts }: DoctorDocument): string[] {
  if (facts['frequency-driver'] === undefined && facts.governor === undefined)
    return ['no frequency driver: the hypervisor or the firmware controls the clock']
  return aligned([
    ['driver', facts['frequency-driver']],
    ['governor', facts.governor],
    ['turbo', facts.turbo ?? 'no control'],
    ['limits', facts['frequency-limits']],
    ['preference', facts['energy-preference']],
  ])
}

const LOADERS = { grub: 'GRUB', 'systemd-boot': 'systemd-boot', unknown: '' } as const

const hanging = (text: string) => wrapped('', text, { hang: 2 })

/** Boot parameters that are there, those worth setting with what each costs, and the lines for both loaders. */
export function bootLines({ present, wanted, reason, loader, grub, systemdBoot, firmware }: Boot): string[] {
  const own = LOADERS[loader]
  const mark = (name: string) => (own === name ? ' (this machine)' : '')
  const lines = (name: string, own: string[]) =>
    own.length === 0 ? [] : [`${name}${mark(name)}:`, ...own.map(line => `  ${visibleText(line)}`)]
  return [
    ...present.flatMap(({ parameter, note }) => hanging(`${visibleText(parameter)}: ${note}`)),
    ...(reason === '' ? [] : hanging(`nothing is recommended: ${reason}`)),
    ...wanted.flatMap(({ parameter, why, cost }) =>
      hanging(`worth setting: ${parameter}: ${why}; cost: ${cost}`),
    ),
    ...lines('GRUB', grub),
    ...lines('systemd-boot', systemdBoot),
    ...firmware.flatMap(text => hanging(`firmware: ${text}`)),
  ]
}

const HOOKS = {
  seen: 'seen by the runner',
  others: 'other hooks',
  missing: 'not seen by the runner',
  unknown: 'unknown',
} as const

/** The runner hooks: installed, intact, and called. */
export function kitLines(kit: KitState): string[] {
  const { installed, version, intact, problems, runners, hooks, hooksReason } = kit
  const state = intact === true ? 'every file as it was installed' : problems.join('; ')
  return aligned([
    ['installed', installed ? `${version || 'yes'}, ${state}` : 'no'],
    ['runners', runners.join(', ')],
    ['hooks', `${HOOKS[hooks]}: ${hooksReason}`],
  ])
}

/** Counters, memory and huge pages. */
export function resourceLines({ counters, memory }: DoctorDocument): string[] {
  const { total, available, swap, transparent, hugePages } = memory
  const reserved =
    hugePages && `${hugePages.total} reserved of ${bytes(hugePages.size)}, ${hugePages.free} free`
  const usable = counters.usable === null ? 'perhaps' : counters.usable ? 'yes' : 'no'
  return aligned([
    ['counters', `${usable}: ${counters.reason}`],
    ['memory', `${bytes(available)} available of ${bytes(total)}`],
    ['swap', swap === 0 ? 'none' : bytes(swap)],
    ['huge pages', [reserved, transparent && `transparent: ${transparent}`].filter(Boolean).join('; ')],
  ])
}
