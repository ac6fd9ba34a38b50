// How every tool builds and measures a commit of a public repository, and what each has to say at its end.
import { execFileSync } from 'node:child_process'
import type { Case } from './cases.ts'

export const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }

/** Prints processor time in user mode, which other programs on the machine change least. */
export const timed = (command: string) =>
  `TIMEFORMAT='cpu %U'; { time ${command} > ran 2>&1; } 2>&1 || { cat ran; exit 1; }`

/** Builds what is checked out, as from nothing. */
export const built = ({ setup }: Case) => `git clean -xfdq && { ${setup || 'true'}; }`

/** What a text of bash prints in the folder `cwd`. */
export const bash = (cwd: string, text: string) =>
  execFileSync('bash', ['-c', text], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** `sha` is null where no single commit was named, `probability` where the tool says none. */
export type Found = { sha: string | null; probability: number | null; runs: number }
