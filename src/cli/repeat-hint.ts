// The hint for a comparison in which a side is one process only. It names the command that measures both versions with
// enough processes, interleaved.
import { gitSucceeds } from '../git.ts'
import type { Session } from '../model/index.ts'
import { shellWord } from '../phrases.ts'

/** The Go packages in the names of benchmarks, `example.com/a.BenchmarkX`; all of them where there are many. */
function goPackages({ benchmarks }: Session): string {
  const names = benchmarks.map(({ name }) => /^(.+?)\.Benchmark/.exec(name)?.[1] ?? '.')
  const packages = [...new Set(names)]
  return packages.length > 3 ? './...' : packages.join(' ')
}

const COMMANDS: Record<string, (session: Session) => string> = {
  go: session => `go test -run=NONE -bench . ${goPackages(session)}`,
  'google-benchmark': () => './bench --benchmark_format=json',
}

const isOneRun = ({ benchmarks }: Session) =>
  benchmarks.length > 0 && benchmarks.every(({ runs }) => runs.length === 1)

type SessionsBySide = Record<'baseline' | 'candidate', Session[]>

/** The advice for sessions of two sides, which differs within a git checkout; null where either side has several runs. */
export async function repeatHint(sides: SessionsBySide): Promise<string | null> {
  const single = (['baseline', 'candidate'] as const).find(side => sides[side].every(isOneRun))
  const session = sides[single ?? 'candidate'][0]
  if (!single || !session) return null
  const command = COMMANDS[session.tool ?? '']?.(session) ?? './bench'
  const within = (directory: string) => shellWord(`cd ${directory} && ${command}`)
  const [where, again] = (await gitSucceeds('.', ['rev-parse', '--verify', '--quiet', 'HEAD']))
    ? ['OLD is the branch, tag or commit to compare this checkout with', `--base-ref OLD -- ${command}`]
    : ['OLD and NEW are checkouts', `${within('OLD')} ${within('NEW')}`]
  // The benchmarks of one start: `-count 10` repeats them in it.
  const repeats = session.tool === 'go' && session.benchmarks.some(({ runs }) => (runs[0]?.length ?? 0) > 1)
  const starts = repeats
    ? `\nOr keep the output of several starts in one file: -count repeats within one.\n` +
      `  for i in $(seq 10); do ${command} -count 1 >>new.txt; done`
    : ''
  return (
    `The ${single} is one process, which cannot show how runs vary. Measure both again, interleaved and as fresh ` +
    `processes (${where}):\n  stable-bench ab ${again}${starts}`
  )
}
