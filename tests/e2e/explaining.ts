// What the tests of an explained service share: how it is put under load, and how few runs are enough to see a change that is large.
import { join } from 'node:path'
import { root } from './command-line.ts'

/** So many requests, one after the other. */
export const requests = (amount: number): string[] => [
  'perl',
  join(root, 'tests/services/load.pl'),
  '{port}',
  String(amount),
]

export const explainFlags =
  '--tool autocannon --cpus none --aslr on --warmup-runs 0 --runs 5 --max-runs 5 --output json'.split(' ')
