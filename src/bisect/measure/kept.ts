// What a bisection has measured, in a file of the repository's git directory: the same command goes on where it was stopped.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { writeWhole } from '../../files/write.ts'
import { git } from '../../git.ts'
import { shortDigest } from '../../model/digest.ts'
import { betterSchema, warningSchema } from '../../model/index.ts'

const endsSchema = z.object({
  metric: z.object({ benchmark: z.string(), metric: z.string(), summary: z.string() }),
  better: betterSchema,
  ratio: z.number(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  rounds: z.number(),
})

const keptSchema = z.object({
  /** What was asked for: another command, range or machine begins anew. */
  asked: z.string(),
  ends: endsSchema.nullable(),
  /** The visits of each commit: the logarithms of the runs of the old end and of the commit. */
  measured: z.record(z.string(), z.array(z.object({ old: z.array(z.number()), now: z.array(z.number()) }))),
  /** Why a commit could not be measured. */
  skipped: z.record(z.string(), z.object({ subject: z.string(), reason: z.string() })),
  runs: z.number(),
  seconds: z.number(),
  /** Seconds of each setup, and of the runs of each visit. */
  builds: z.array(z.number()),
  visits: z.array(z.object({ seconds: z.number(), rounds: z.number() })),
  warnings: z.array(warningSchema),
})

export type KeptBisection = z.infer<typeof keptSchema>
export type KeptEnds = z.infer<typeof endsSchema>

export type KeptFile = { path: string; isResumed: boolean; kept: KeptBisection }

/** The repository's own directory for what this program keeps, shared by all worktrees. */
export async function keptDirectory(cwd: string): Promise<string> {
  const directory = await git(cwd, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  return join(directory, 'stable-bench')
}

function readKept(path: string, asked: string): KeptBisection | null {
  if (!existsSync(path)) return null
  try {
    const kept = keptSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return kept.asked === asked ? kept : null
  } catch {
    return null
  }
}

/** What was measured for `asked`, a text of everything that decides the numbers; nothing yet where there is no file of it. */
export async function openKept(cwd: string, asked: string): Promise<KeptFile> {
  const path = join(await keptDirectory(cwd), `bisect-${shortDigest(asked, 12)}.json`)
  const found = readKept(path, asked)
  const none = {
    asked,
    ends: null,
    measured: {},
    skipped: {},
    runs: 0,
    seconds: 0,
    builds: [],
    visits: [],
    warnings: [],
  }
  return { path, isResumed: found !== null && found.ends !== null, kept: found ?? none }
}

/** Throws a WriteFailure where there is no room. */
export function saveKept({ path, kept }: KeptFile): void {
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, JSON.stringify(kept))
}

export const removeKept = ({ path }: KeptFile): void => rmSync(path, { force: true })
