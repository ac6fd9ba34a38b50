import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'src')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => join(source, path))

/** A file's layer: its folder, or its own name at the top. */
function layerOf(path: string): string {
  const [first = ''] = relative(source, path).split('/')
  return first.replace(/\.ts$/, '')
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const forms = /^(?:import|export)[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms
  return [...text.matchAll(forms)].map(m => m[1] ?? m[2] ?? m[3] ?? '')
}

/** The table of docs/architecture.md: layer → layers it may import besides itself. */
function allowedImports(): Map<string, string[]> {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const table = page.slice(page.indexOf('## Layers'), page.indexOf('## Words'))
  const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)].slice(1)
  const names = (cell: string) => cell.split(',').map(name => name.trim())
  return new Map(
    rows.flatMap(([, layers = '', imports = '']) => names(layers).map(layer => [layer, names(imports)])),
  )
}

describe('docs/architecture.md', () => {
  it('names only files that are there', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const named = [...page.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  it('says in at most sixty rows what the names of files do not say', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const table = page.slice(page.indexOf('## Where to change what'), page.indexOf('## Layers'))
    const rows = [...table.matchAll(/^\| (?!to change).+\|$/gm)]
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThanOrEqual(60)
  })
})

const everything = ['action', 'cli']

describe('layers', () => {
  const allowed = allowedImports()

  it('every file imports only what the table in docs/architecture.md allows its layer', () => {
    const wrong = files.flatMap(path => {
      const layer = layerOf(path)
      if (everything.includes(layer)) return []
      const may = allowed.get(layer) ?? []
      return importsOf(path)
        .filter(name => name.startsWith('.'))
        .map(name => layerOf(resolve(dirname(path), name)))
        .filter(other => other !== layer && !may.includes(other))
        .map(other => `${relative(root, path)} imports ${other}`)
    })
    expect(wrong).toEqual([])
  })

  it('every layer imports the packages that the table allows it, and no others', () => {
    const layers = new Set(files.map(layerOf))
    const imported = (layer: string) =>
      files
        .filter(path => layerOf(path) === layer)
        .flatMap(importsOf)
        .filter(name => !/^(\.|node:)/.test(name))
    const packages = (names: string[]) => [...new Set(names)].sort()
    for (const [layer, may] of allowed) {
      if (everything.includes(layer)) continue
      const listed = may.filter(name => !layers.has(name) && name !== 'nothing')
      expect([layer, packages(imported(layer))]).toEqual([layer, packages(listed)])
    }
  })

  it('names every folder and top-level file of src/ that other layers build on', () => {
    const unnamed = new Set(
      files.map(layerOf).filter(layer => !everything.includes(layer) && !allowed.has(layer)),
    )
    expect([...unnamed]).toEqual([])
  })

  it('keeps @actions/core and the network in action and github', () => {
    const users = files.filter(path =>
      importsOf(path).some(name => /^@actions\/(core|github|artifact)$/.test(name)),
    )
    expect(users.map(layerOf).filter(layer => layer !== 'action' && layer !== 'github')).toEqual([])
  })

  it('writes summaries, check runs and outcomes in one file of the action', () => {
    const writes = /core\.summary|\bcreateCheck\(|setOutput\('(?:outcome|regressions)'/
    const writers = files.filter(
      path => layerOf(path) !== 'github' && writes.test(readFileSync(path, 'utf8')),
    )
    expect(writers.map(path => relative(source, path))).toEqual(['action/publish/outlets.ts'])
  })

  it('keeps the statistics library in stats', () => {
    const users = files.filter(path => importsOf(path).includes('simple-statistics'))
    expect([...new Set(users.map(layerOf))]).toEqual(['stats'])
  })

  it('declares an exported name in one file only', () => {
    const declared = /^export (?:async )?(?:type|interface|class|function\*?|const) (\w+)/gm
    const named = files.flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(declared)].map(([, name = '']) => ({ name, path })),
    )
    expect(named.length).toBeGreaterThan(1000)
    const places = new Map(named.map(({ name, path }) => [name, path]))
    const elsewhere = named.filter(({ name, path }) => places.get(name) !== path)
    expect(elsewhere.map(({ name, path }) => `${name}: ${path} and ${places.get(name)}`)).toEqual([])
  })

  it('has no circle of files that import each other, not even by their types', () => {
    const imported = new Map(
      files.map(path => [
        path,
        importsOf(path)
          .filter(name => name.startsWith('.'))
          .map(name => resolve(dirname(path), name)),
      ]),
    )
    // A file is done once all that it imports is done, one round after the other. What is left is in a circle, or above one.
    const left = new Set(files)
    const isDone = (path: string) => !imported.get(path)?.some(other => left.has(other))
    for (let done = files.filter(isDone); done.length > 0; done = [...left].filter(isDone))
      for (const path of done) left.delete(path)
    expect([...left].map(path => relative(source, path))).toEqual([])
  })

  it('has no folder of more than fifteen files', () => {
    const counts = new Map<string, number>()
    for (const folder of files.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
    const full = [...counts].filter(([, count]) => count > 15)
    expect(full.map(([folder]) => relative(root, folder))).toEqual([])
  })

  it('has no file over 200 lines', () => {
    const long = files.filter(path => readFileSync(path, 'utf8').split('\n').length > 201)
    expect(long.map(path => relative(root, path))).toEqual([])
  })
})
