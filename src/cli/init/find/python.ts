// Benchmarks of Python. Each side has an environment of its own: one for both would measure one version twice.
import { posix } from 'node:path'
import {
  above,
  calledAfter,
  calledAfterFile,
  directoryOfFile,
  filesWith,
  grouped,
  isWithin,
  type Repository,
} from '../repository.ts'
import { nothingElse, type SuiteProposal } from '../suite.ts'

const PLUGIN = /\bpytest-(?:benchmark|codspeed)\b/
const PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg']

/** The project that a file belongs to: it may be the whole repository. */
const projectOf = (repository: Repository, path: string) => above(repository, path, ...PROJECT) ?? '.'

/** Dependency groups need pip 25.1. */
const environment = (packages: string[]) => {
  const newest = packages.some(each => each.startsWith('--group ')) ? ' --upgrade-deps' : ''
  return `python3 -m venv${newest} .venv && .venv/bin/python -m pip install --quiet ${packages.join(' ')}`
}

/** The extra, or the group, of a project that has the plugin: `[dependency-groups] test = ["pytest-benchmark"]`. */
function listedIn(table: 'project.optional-dependencies' | 'dependency-groups', pyproject: string) {
  const [, text = ''] = pyproject.split(new RegExp(`^\\[${table}\\][^\\S\\n]*$`, 'm'))
  const [own = ''] = text.split(/^\[/m)
  const lists = [...own.matchAll(/^\s*["']?([\w.-]+)["']?\s*=\s*\[((?:[^\][]|\[[^\]]*\])*)\]/gm)]
  return lists.find(([, , packages = '']) => PLUGIN.test(packages))?.[1] ?? null
}

/** What pip installs: the project itself where it can be installed, and what its benchmarks need. */
function packagesOf(repository: Repository, project: string, needed: string): string[] {
  const textIn = (name: string) => repository.text(posix.join(project, name))
  const has = (name: string) => repository.files.includes(posix.join(project, name))
  const isPackage =
    has('setup.py') ||
    /^\[(?:build-system|project)\]/m.test(has('pyproject.toml') ? textIn('pyproject.toml') : '')
  const pyproject = needed === 'pytest-benchmark' && has('pyproject.toml') ? textIn('pyproject.toml') : ''
  const extra = listedIn('project.optional-dependencies', pyproject)
  const group = listedIn('dependency-groups', pyproject)
  const lists = filesWith(repository, /requirements.*\.(?:txt|in)$|^requirements$/).filter(path =>
    isWithin(path, project),
  )
  const listed = lists.filter(
    path => path === posix.join(project, 'requirements.txt') || PLUGIN.test(repository.text(path)),
  )
  return [
    ...(isPackage ? [extra === null ? '-e .' : `-e '.[${extra}]'`] : []),
    ...(group === null ? [] : [`--group ${group}`]),
    ...listed.map(path => `-r ${posix.relative(project, path)}`),
    needed,
  ]
}

export const findPythonScripts = (repository: Repository): SuiteProposal[] =>
  filesWith(repository, /\.py$/, /^\s*(?:import pyperf|from pyperf import)[\s\S]*\bRunner\(/m).map(found => {
    const directory = projectOf(repository, found)
    const script = posix.relative(directory, found)
    return {
      ...nothingElse,
      called: calledAfterFile(repository, found),
      found,
      covers: [found],
      directory,
      setup: environment(packagesOf(repository, directory, 'pyperf')),
      command: `.venv/bin/python ${script} --processes 1 -o out.json`,
      results: 'out.json',
      shorter: 'add --values 5 --min-time 0.01',
    }
  })

/** More files than this are named by their directories, where pytest finds them by their names. */
const MOST_FILES = 5

/** The files as pytest takes them. It runs a file that is named, whatever its name. */
function pathsOf(files: string[], project: string): string {
  const own = files.map(path => posix.relative(project, path))
  const areFound = own.every(path => /^test_.*\.py$|_test\.py$/.test(posix.basename(path)))
  const directories = [...new Set(own.map(directoryOfFile))]
  return (own.length > MOST_FILES && areFound ? directories : own).join(' ')
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
  return grouped(files, path => projectOf(repository, path)).map(([directory, covers]) => {
    const settings = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini'].map(name =>
      posix.join(directory, name),
    )
    const isHindered = settings.some(
      path => repository.files.includes(path) && HINDERS.test(optionsIn(repository.text(path))),
    )
    const options = `${isHindered ? '-o addopts= ' : ''}--benchmark-only --benchmark-json=out.json`
    return {
      ...nothingElse,
      called: calledAfter(repository, directory),
      found: covers[0] as string,
      covers,
      directory,
      setup: environment(packagesOf(repository, directory, 'pytest-benchmark')),
      command: `.venv/bin/python -m pytest ${pathsOf(covers, directory)} ${options}`,
      results: 'out.json',
      shorter: 'name some with -k, or add --benchmark-max-time=0.1',
    }
  })
}
