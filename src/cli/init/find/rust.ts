// Benchmarks of Rust: the bench targets of each crate, one suite for each harness.
import { posix } from 'node:path'
import { shellWord } from '../../../phrases.ts'
import { calledAfter, filesWith, isWithin, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'

/** How a harness is known in the source of a target, and how it is run. */
type Harness = { source: RegExp; flags: string; results: string; shorter: string }

// biome-ignore format: a table, which reads best compact
const HARNESSES: Record<string, Harness> = {
  criterion: { source: /\b(?:codspeed_)?criterion\w*::|\bcriterion_main!/, flags: ' -- --noplot',
    results: 'target/criterion/**/new/sample.json',
    shorter: 'name some behind --, or add --warm-up-time 0.5 --measurement-time 1 there' },
  divan: { source: /\b(?:codspeed_)?divan\w*::/, flags: '', results: '',
    shorter: 'name some behind --, or add --max-time 0.5 there' },
  gungraun: { source: /\b(?:gungraun|iai_callgrind)\w*::/, flags: ' -- --output-format=json', results: '',
    shorter: 'name some behind --' },
  libtest: { source: /^\s*#\[bench\]/m, flags: '', results: '', shorter: 'name some behind --' },
}

type Table = { name: string; text: string }

/** The tables of a TOML file, as far as Cargo's files need them. */
const tablesOf = (toml: string): Table[] =>
  toml.split(/^(?=\s*\[)/m).map(text => ({ name: /^\s*\[\[?\s*([^\]\s]+)\s*\]/.exec(text)?.[1] ?? '', text }))

const textAt = (text: string | undefined, key: string) =>
  new RegExp(`^\\s*${key}\\s*=\\s*"([^"]+)"`, 'm').exec(text ?? '')?.[1]

type Target = { name: string; path: string; features: string[] }

/** The bench targets of a crate: those that it names, and those that cargo finds for itself. */
function targetsOf({ files }: Repository, crate: string, tables: Table[]): Target[] {
  const folder = posix.join(crate, 'benches')
  const declared = tables.filter(({ name }) => name === 'bench').map(({ text }) => text)
  const pathsOf = (name: string, path: string | undefined) =>
    path === undefined
      ? [posix.join(folder, `${name}.rs`), posix.join(folder, name, 'main.rs')]
      : [posix.join(crate, path)]
  const named = declared.flatMap((text): Target[] => {
    const name = textAt(text, 'name') ?? ''
    const path = pathsOf(name, textAt(text, 'path')).find(each => files.includes(each))
    const features = /^\s*required-features\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ''
    return path === undefined
      ? []
      : [{ name, path, features: [...features.matchAll(/"([^"]+)"/g)].map(([, each = '']) => each) }]
  })
  const others = files.flatMap((path): Target[] => {
    const within = isWithin(path, folder) ? posix.relative(folder, path) : ''
    const name = /^([^/]+)(?:\.rs|\/main\.rs)$/.exec(within)?.[1]
    return name === undefined || named.some(each => each.path === path) ? [] : [{ name, path, features: [] }]
  })
  return [...named, ...others]
}

type Run = { chosen: string; flags: string; results: string }

/**
 * One target is linked anew with lld, which rustc uses on x86-64 Linux from 1.90 on. What a crate needs beside it is built once. It runs
 * in the directory of its crate, from which the workspace is `up`, as cargo runs it, and leaves its results there.
 */
const layoutsOf = (crate: string, up: string, target: string, { chosen, flags, results }: Run) => ({
  ...(up !== '' && { 'working-directory': crate }),
  relink:
    `cargo rustc --profile bench ${chosen} -- -C 'link-arg=-Wl,--shuffle-sections=*={layout}' && ` +
    `cp "$(find ${posix.join(up, 'target/release/deps')} -name '${target}-*' -executable -type f -printf '%T@ %p\\n' | sort -n | tail -1 | cut -d' ' -f2)" bench.{layout}`,
  command: `${results === '' ? '' : `CRITERION_HOME=target/criterion `}./bench.{layout} --bench${flags.replace(' --', '')}`,
})

/** The directory of the workspace that a crate belongs to: its target directory is there. */
function workspaceOf(repository: Repository, crate: string): string {
  for (let at = crate; ; at = posix.dirname(at)) {
    const manifest = posix.join(at, 'Cargo.toml')
    const isRoot = repository.files.includes(manifest) && /^\s*\[workspace/m.test(repository.text(manifest))
    if (isRoot) return at
    if (at === '.') return crate
  }
}

/** The suite of a crate's targets of one harness; none where it has no such targets. */
function suiteOf(repository: Repository, manifest: string, tool: string, harness: Harness): SuiteProposal[] {
  const crate = posix.dirname(manifest)
  const tables = tablesOf(repository.text(manifest))
  const targets = targetsOf(repository, crate, tables).filter(({ path }) =>
    harness.source.test(repository.text(path)),
  )
  const [first] = targets
  if (first === undefined) return []
  const directory = workspaceOf(repository, crate)
  const up = posix.relative(crate, directory)
  const name = textAt(tables.find(each => each.name === 'package')?.text, 'name')
  const features = [...new Set(targets.flatMap(each => each.features))]
  const chosen = [
    ...(directory === crate || name === undefined ? [] : [`-p ${shellWord(name)}`]),
    ...(features.length === 0 ? [] : [`--features ${shellWord(features.join(','))}`]),
    ...targets.map(target => `--bench ${shellWord(target.name)}`),
  ].join(' ')
  const { flags, results, shorter } = harness
  const layouts = layoutsOf(crate, up, first.name, { chosen, flags, results })
  const place = { found: first.path, covers: targets.map(({ path }) => path), directory }
  return [
    proposal(repository, place, {
      tool,
      called: name ?? calledAfter(repository, crate),
      setup: `cargo bench --no-run ${chosen}`,
      command: `cargo bench --quiet ${chosen}${flags}`,
      results,
      shorter,
      ...(targets.length === 1 && tool !== 'gungraun' && { layouts }),
    }),
  ]
}

export function findCargo(repository: Repository): SuiteProposal[] {
  const manifests = filesWith(repository, /^Cargo\.toml$/)
  return Object.entries(HARNESSES).flatMap(([tool, harness]) =>
    manifests.flatMap(manifest => suiteOf(repository, manifest, tool, harness)),
  )
}
