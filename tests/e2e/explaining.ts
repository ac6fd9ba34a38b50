// What tests of explanations share: how a service is put under load, how few runs are enough to see a change that is large, and where
// profiles are written.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, scratch } from './command-line.ts'

/** So many requests, one after the other. */
export const requests = (amount: number): string[] => [
  'perl',
  join(root, 'tests/services/load.pl'),
  '{port}',
  String(amount),
]

export const explainFlags =
  '--tool autocannon --cpus none --aslr on --warmup-runs 0 --runs 5 --max-runs 5 --output json'.split(' ')

/** The environment of a command with a directory of its own for temporary files, and the profiles that it left there. */
export function ownTemporary() {
  const TMPDIR = scratch()
  const left = () => readdirSync(TMPDIR).filter(name => name.startsWith('stable-bench-profile-'))
  return { env: { ...process.env, TMPDIR }, left }
}
