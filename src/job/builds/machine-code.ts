// After a row was called: which functions of the programs changed, and which are the same code at another address.
import { join, resolve } from 'node:path'
import {
  type BuiltProgram,
  compareFunctions,
  type FunctionClass,
} from '../../machine-code/compare-functions.ts'
import { isSameImage } from '../../machine-code/same-image.ts'
import { NotComparable } from '../../machine-code/tool-lines.ts'
import { buildPaths } from '../../measure/checkout/layout-builds.ts'
import { LAYOUT } from '../../measure/runs/layouts.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { commandOf } from '../../measure/runs/start-command.ts'
import { MOST_FUNCTIONS, type ProgramCode } from '../../model/index.ts'
import type { ProgressListeners } from '../make-runs.ts'
import type { Job } from '../start.ts'
import { gonePrograms, measuredCommand, type Pair, pairsOf } from './own-programs.ts'
import { readableNames } from './readable-names.ts'

/** The verdict is there already, and nobody should have to wait long for this. */
const MOST_SECONDS = 60
const MOST_PROGRAMS = 3

/** What became of each function, by its name as a profile has it. */
export type FunctionClasses = ReadonlyMap<string, FunctionClass>

/** What became of functions that share their names, as the parameters of C++ or several programs let them: one that changed counts. */
function joined(all: (readonly [string, FunctionClass])[]): FunctionClasses {
  const classes = new Map<string, FunctionClass>()
  for (const [name, each] of all) if (each !== 'same' || !classes.has(name)) classes.set(name, each)
  return classes
}

async function classesOf(
  functions: Map<string, FunctionClass>,
  signal: AbortSignal,
): Promise<FunctionClasses> {
  const names = await readableNames([...functions.keys()], signal, true)
  return joined([...functions.values()].map((each, i) => [names[i] as string, each] as const))
}

const NONE = { count: 0, names: [] }
const NO_FUNCTIONS = { same: 0, changed: NONE, new: NONE, gone: NONE }

async function counted(functions: Map<string, FunctionClass>, signal: AbortSignal) {
  const named = (wanted: FunctionClass) =>
    [...functions].filter(([, each]) => each === wanted).map(([name]) => name)
  const some = async (wanted: FunctionClass) => {
    const names = named(wanted)
    return { count: names.length, names: await readableNames(names.slice(0, MOST_FUNCTIONS), signal) }
  }
  return {
    same: named('same').length,
    changed: await some('changed'),
    new: await some('new'),
    gone: await some('gone'),
  }
}

type ComparedProgram = { code: ProgramCode; classes: FunctionClasses }

/** A pair as files, and whether all that is loaded of them is the same. */
type Files = Record<Side, BuiltProgram> & { program: string; sameImage: boolean }

/** A program as its command names it: the number of a build is another in every job. */
function nameOf(job: Job, program: string): string {
  const command = measuredCommand(job, 'candidate')
  const layouts = job.record.layouts.slice(0, 1)
  const isBuild = buildPaths(command, layouts).includes(resolve(command.cwd, program))
  return isBuild ? program.replaceAll(String(layouts[0]), LAYOUT) : program
}

async function filesOf(job: Job, pair: Pair, signal: AbortSignal): Promise<Files> {
  const at = (side: Side): BuiltProgram => {
    const { cwd } = commandOf(job.measuring, side)
    return { path: join(cwd, pair[side]), root: cwd }
  }
  const [baseline, candidate] = [at('baseline'), at('candidate')]
  const image = isSameImage({ baseline: baseline.path, candidate: candidate.path }, signal)
  // Why it cannot be read is found again, and said, where its functions are compared.
  const sameImage = await image.catch(() => false)
  return { baseline, candidate, program: nameOf(job, pair.candidate), sameImage }
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'it is not there any more',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
}

async function codeOf(
  { baseline, candidate, program, sameImage }: Files,
  signal: AbortSignal,
): Promise<ComparedProgram> {
  const about = { program, ...(sameImage && { sameImage }) }
  try {
    const functions = await compareFunctions(baseline, candidate, signal)
    const code = { ...about, problem: null, ...(await counted(functions, signal)) }
    return { code, classes: await classesOf(functions, signal) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const problem = error instanceof NotComparable ? message : UNREADABLE[code ?? '']
    if (problem === undefined) throw error
    return { code: { ...about, problem, ...NO_FUNCTIONS }, classes: new Map() }
  }
}

type ComparedCode = { programs: ProgramCode[]; classes: FunctionClasses }

export const NOT_COMPARED: ComparedCode = { programs: [], classes: new Map() }

function notThere(job: Job): ProgramCode {
  const [first] = gonePrograms(job)
  const problem =
    first === undefined
      ? 'no program that was linked here was seen in it; a script has no machine code; name a program that it starts in artifacts'
      : `${first}, which it links, is gone after the run; build it in setup${first.endsWith('.test') ? ' (go test -c)' : ''}, and run that`
  return { program: 'the command', problem, ...NO_FUNCTIONS }
}

/** What became of the functions of the programs that both sides run; where they run none of their own, a sentence that says so. Takes a minute at most. */
export async function comparedCode(job: Job, { onLine }: ProgressListeners): Promise<ComparedCode> {
  const pairs = pairsOf(job)
  if (pairs === null) return NOT_COMPARED
  if (pairs.length === 0) return { ...NOT_COMPARED, programs: [notThere(job)] }
  onLine('comparing the functions of both sides')
  const signal = AbortSignal.any([AbortSignal.timeout(MOST_SECONDS * 1000), job.measuring.signal])
  const files: Files[] = []
  for (const pair of pairs) files.push(await filesOf(job, pair, signal))
  files.sort((one, other) => Number(one.sameImage) - Number(other.sameImage))
  const found: ComparedProgram[] = []
  for (const each of files.slice(0, MOST_PROGRAMS)) found.push(await codeOf(each, signal))
  const programs = found.map(({ code }) => code)
  const differing = programs.filter(({ sameImage }) => !sameImage)
  return {
    programs: differing.length > 0 ? differing : programs,
    classes: joined(found.flatMap(({ classes }) => [...classes])),
  }
}
