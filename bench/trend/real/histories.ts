// Fetches the public histories into the cache and reads them: `histories()` needs a network the first time only.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../progress.ts'
import { type RealHistory, readAsv, readDataJs } from './parse.ts'
import { type Source, sources } from './sources.ts'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'stable-bench', 'histories')

/** A series with fewer values says little about change points. */
const FEWEST = 60
/** The most series of a suite, so that no suite outweighs the others: a large one gives every so many-th. */
const MOST_SERIES = 150

function clone({ repository, branch }: Source): string {
  const folder = join(cache, repository.replace('/', '+'))
  if (existsSync(folder)) return folder
  say(`fetching ${repository}`)
  mkdirSync(cache, { recursive: true })
  const part = `${folder}.part`
  const url = `https://github.com/${repository}.git`
  execFileSync('git', [
    'clone',
    '-q',
    '--bare',
    '--depth',
    '1',
    '--single-branch',
    '--branch',
    branch,
    url,
    part,
  ])
  renameSync(part, folder)
  return folder
}

function thinned(history: RealHistory): RealHistory {
  const step = Math.ceil(history.series.length / MOST_SERIES)
  return { ...history, series: history.series.filter((_, i) => i % step === 0) }
}

function read(source: Source): RealHistory[] {
  const folder = clone(source)
  if (source.kind === 'asv') return readAsv(source.name, folder, source.machine, FEWEST)
  const text = execFileSync('git', ['-C', folder, 'show', `HEAD:${source.path}`], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return readDataJs(source.name, text, FEWEST)
}

/** All histories with a series of at least sixty values. Throws what git says where one cannot be fetched. */
export function histories(): RealHistory[] {
  return sources.flatMap(source => {
    const file = join(cache, `${source.name}.json`)
    if (!existsSync(file)) {
      const found = read(source).filter(({ series }) => series.length > 0)
      writeFileSync(file, JSON.stringify(found.map(thinned)))
    }
    return JSON.parse(readFileSync(file, 'utf8')) as RealHistory[]
  })
}
