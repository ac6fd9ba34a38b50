// The basis of all advice: the findings, and questions that several pieces of advice ask about them.
import type { Advice, DoctorFindings } from '../../model/index.ts'

/** `kit` is the directory of the runner hooks that comes with this program. */
export type About = { findings: DoctorFindings; kit: string }

/** Advice as it is written down; without `undo` there is nothing to undo. */
export type Advised = Omit<Advice, 'undo'> & { undo?: string | null }

/** Advice where it applies. */
export type Advisor = (about: About) => Advised | null

/** Whether the knob of this name could be set, and is not. */
export const isOff = ({ knobs }: DoctorFindings, name: string): boolean =>
  knobs.some(each => each.knob === name && each.state === 'off')

/** Whether settings of this machine can be set from here at all. */
export const isOwn = ({ machine }: DoctorFindings): boolean =>
  machine.kind !== 'virtual' && machine.container === 'none'

/** The line that lists the largest processes by a column of ps. A container sees its own only. */
export const largestProcesses = ({ machine }: DoctorFindings, column: 'pcpu' | 'rss'): string =>
  `ps -eo ${column},pid,user,args --sort=-${column} | head${machine.container === 'none' ? '' : '   # on the machine itself'}`
