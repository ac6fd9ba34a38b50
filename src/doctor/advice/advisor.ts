// The basis of all advice: the findings, and questions that several pieces of advice ask about them.
import type { Advice, DoctorFindings } from '../../model/index.ts'

/** `kit` is the directory of the runner hooks that comes with this program. */
export type About = { findings: DoctorFindings; kit: string }

/** Advice where it applies. */
export type Advisor = (about: About) => Advice | null

/** Whether the knob of this name is in this state. */
export const isKnob = ({ knobs }: DoctorFindings, name: string, state: string): boolean =>
  knobs.some(each => each.knob === name && each.state === state)

/** Whether settings of this machine can be set from here at all. */
export const isOwn = ({ machine }: DoctorFindings): boolean =>
  machine.kind !== 'virtual' && machine.container === 'none'

/** The line that lists the largest processes by a column of ps. A container sees its own only. */
export const largestProcesses = ({ machine }: DoctorFindings, column: 'pcpu' | 'rss'): string =>
  `ps -eo ${column},pid,user,args --sort=-${column} | head${machine.container === 'none' ? '' : '   # on the machine itself'}`
