// Benchmarks of Python. Each side has an environment of its own: one for both would measure one version twice.
import { posix } from 'node:path'
import { grouped } from '../../../grouped.ts'
import { shellWord } from '../../../phrases.ts'
import { above, calledAfterFile, filesWith, isWithin, type Repository } from '../repository.ts'
import { proposal, type SuiteProposal } from '../suite.ts'

const PLUGIN = /\bpytest-(?:benchmark|codspeed)\b/
const PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg']

/** The project that a file belongs to: it may be the whole repository. */
const projectOf = (repository: Repository, path: string) => above(repository, path, ...PROJECT) ?? '.'

/** Dependency groups need pip 25.1. */
const environment = (packages: string[]) => {
  const newest = packages.some(each => each.startsWith('--group ')) ? ' --upgrade-deps' : ''
  return `python3 -m venv${newest} .venv && .venv/bin/python -m pip install --quiet ${packages.join(' ')}`
}

/** Lists for pip: requirements-test.txt, requirements/test.txt. */
const REQUIREMENTS = /(?:^|\/)(?:[^/]*requirements[^/]*\.(?:txt|in)|requirements(?:\/[^/]+\.(?:txt|in))?)$/

type PackageList = { name: string; packages: string[] }

/** The extras, or the groups, of a project: `[dependency-groups] test = ["pytest-benchmark"]`. */
function listsIn(
  table: 'project.optional-dependencies' | 'dependency-groups',
  pyproject: string,
): PackageList[] {
  const [, text = ''] = pyproject.split(new RegExp(`^\\[${table}\\][^\\S\\n]*$`, 'm'))
  const [own = ''] = text.split(/^\[/m)
  const lists = own.matchAll(/^\s*["']?([\w.-]+)["']?\s*=\s*\[((?:[^\][]|\[[^\]]*\])*)\]/gm)
  return [...lists].map(([, name = '', packages = '']) => ({
    name,
    packages: [...packages.matchAll(/^\s*["']([\w.-]+)|[,[]\s*["']([\w.-]+)/gm)].map(([, first, other]) =>
      (first ?? other ?? '').toLowerCase().replace(/[-.]+/g, '_'),
    ),
  }))
}

/** The names of the lists that have the plugin, or what the benchmarks import: each the first that has it. */
function namesWith(needed: string[], lists: PackageList[]): string[] {
  const chosen: PackageList[] = []
  for (const each of needed) {
    const has = ({ packages }: PackageList) => packages.includes(each)
    const first = chosen.some(has) ? undefined : lists.find(has)
    if (first !== undefined) chosen.push(first)
  }
  return chosen.map(({ name }) => name)
}

/** The packages that files import, each as its module is called. Those of pytest come with the plugin. */
const importedBy = (repository: Repository, files: string[]): string[] =>
  files
    .flatMap(path => [...repository.text(path).matchAll(/^\s*(?:import|from)\s+(\w+)/gm)])
    .map(([, name = '']) => name.toLowerCase())
    .filter(name => name !== 'pytest')

/** What pip installs: the project itself where it can be installed, and what its benchmarks in `files` need. */
function packagesOf(repository: Repository, project: string, files: string[], tool: string): string[] {
  const textIn = (name: string) => repository.text(posix.join(project, name))
  const has = (name: string) => repository.files.includes(posix.join(project, name))
  const pyproject = has('pyproject.toml') ? textIn('pyproject.toml') : ''
  const isPackage = has('setup.py') || /^\[(?:build-system|project)\]/m.test(pyproject)
  const plugin = pyproject.includes('pytest-benchmark') ? 'pytest_benchmark' : 'pytest_codspeed'
  const needed = [...(tool === 'pytest-benchmark' ? [plugin] : []), ...importedBy(repository, files)]
  const extras = namesWith(needed, listsIn('project.optional-dependencies', pyproject))
  const groups = namesWith(needed, listsIn('dependency-groups', pyproject))
  const lists = repository.files.filter(path => isWithin(path, project) && REQUIREMENTS.test(path))
  const listed = lists.filter(
    path => path === posix.join(project, 'requirements.txt') || PLUGIN.test(repository.text(path)),
  )
  return [
    ...(isPackage ? [extras.length === 0 ? '-e .' : `-e '.[${extras.join(',')}]'`] : []),
    ...groups.map(name => `--group ${name}`),
    ...listed.map(path => `-r ${shellWord(posix.relative(project, path))}`),
    tool,
  ]
}

export const findPythonScripts = (repository: Repository): SuiteProposal[] =>
  filesWith(repository, /\.py$/, /^\s*(?:import pyperf|from pyperf import)[\s\S]*\bRunner\(/m).map(found => {
    const directory = projectOf(repository, found)
    const script = shellWord(posix.relative(directory, found))
    const place = { found, covers: [found], directory }
    return proposal(repository, place, {
      called: calledAfterFile(repository, found),
      setup: environment(packagesOf(repository, directory, [found], 'pyperf')),
      command: `.venv/bin/python ${script} --processes 1 -o out.json`,
      results: 'out.json',
      shorter: 'add --values 5 --min-time 0.01',
    })
  })

/** More files than this are named by their directories, where pytest finds them by their names. */
const MOST_FILES = 5

/** The files as pytest takes them. It runs a file that is named, whatever its name. */
function pathsOf(files: string[], project: string): string {
  const own = files.map(path => posix.relative(project, path))
  const areFound = own.every(path => /^test_.*\.py$|_test\.py$/.test(posix.basename(path)))
  const directories = [...new Set(own.map(posix.dirname))]
  return (own.length > MOST_FILES && areFound ? directories : own).map(shellWord).join(' ')
}

/** Options of the project's own that would leave the benchmarks out, or need more plugins. */
const HINDERS = /--cov|--benchmark-(?:skip|disable)|--numprocesses|(?:^|[\s"'])-n[\s"'=\d]/

/** `addopts` of a file of settings, of TOML or INI; '' where it has none. */
const optionsIn = (text: string) => /^\s*addopts\s*=\s*(\[[^\]]*\]|.*(?:\n[ \t]+.*)*)/m.exec(text)?.[1] ?? ''

/** The tests with the fixture `benchmark`, wherever they are, one suite for each project. */
export function findPytest(repository: Repository): SuiteProposal[] {
  const files = filesWith(
    repository,
    /\.py$/,
    /^\s*(?:async )?def test\w*\([^)]*\bbenchmark\b|@pytest\.mark\.benchmark\b/m,
  )
  return [...grouped(files, path => projectOf(repository, path))].map(([directory, covers]) => {
    const settings = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini'].map(name =>
      posix.join(directory, name),
    )
    const isHindered = settings.some(
      path => repository.files.includes(path) && HINDERS.test(optionsIn(repository.text(path))),
    )
    const options = `${isHindered ? '-o addopts= ' : ''}--benchmark-only --benchmark-json=out.json`
    const place = { found: covers[0] as string, covers, directory }
    return proposal(repository, place, {
      setup: environment(packagesOf(repository, directory, covers, 'pytest-benchmark')),
      command: `.venv/bin/python -m pytest ${pathsOf(covers, directory)} ${options}`,
      results: 'out.json',
      shorter: 'name some with -k, or add --benchmark-max-time=0.1',
    })
  })
}

/** What asv installs beside the project, without the variables of its environments: `"matrix": { "req": { "numpy": [] } }`. */
function matrixOf(settings: string): string[] {
  const [, matrix = ''] = settings.split(/"matrix"\s*:/)
  const [named = ''] = matrix.replace(/"env(?:_nobuild)?"\s*:\s*\{[^}]*\}/g, '').split('}')
  return [...named.matchAll(/"(?:pip\+)?([\w.-]+)"\s*:\s*\[/g)].map(([, name = '']) => name)
}

/** The benchmarks of airspeed velocity: its environment is that of the checkout, as its own would build the commits that it knows. */
export const findAsv = (repository: Repository): SuiteProposal[] =>
  filesWith(repository, /^asv\.conf\.jsonc?$/).map(found => {
    const directory = projectOf(repository, found)
    const settings = repository.text(found).replace(/^\s*\/\/.*/gm, '')
    const named = (key: string, usual: string) =>
      posix.join(posix.dirname(found), new RegExp(`"${key}"\\s*:\\s*"([^"]+)"`).exec(settings)?.[1] ?? usual)
    const within = named('benchmark_dir', 'benchmarks')
    const covers = filesWith(repository, /\.py$/).filter(path => isWithin(path, within))
    const needs = [...packagesOf(repository, directory, covers, 'asv'), 'virtualenv', ...matrixOf(settings)]
    const config = `--config ${shellWord(posix.relative(directory, found))}`
    return proposal(
      repository,
      { found, covers, directory },
      {
        setup: `${environment(needs)} && .venv/bin/asv machine --yes ${config} > /dev/null`,
        command: `.venv/bin/asv run ${config} --record-samples --set-commit-hash $(git rev-parse HEAD) -E existing`,
        results: posix.relative(directory, posix.join(named('results_dir', 'results'), '*/????????-*.json')),
        shorter: 'name some with --bench, or add --quick',
      },
    )
  })
