// What several places say comes from one: the same sentence twice drifts apart.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'

const source = resolve(fileURLToPath(import.meta.url), '../../src')

/** The texts in a file, cut where a value stands; descriptions of fields of documents are of one field each. */
function textsOf(path: string): string[] {
  const code = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\.describe\(\s*(?:(?:'[^']*'|"[^"]*")[\s+]*)+,?\s*\)/g, '')
  const texts = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  return [...texts].flatMap(([, one, two, three]) => (one ?? two ?? three ?? '').split(/\$\{[^}]*\}/))
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.:;])\s|\n/).filter(part => part.trim().split(/\s+/).length > 6)

/** Code in another language is no sentence. */
const isCode = (sentence: string) => /[$%@]\w|=>|[{}<>\\]|\(\)|^stable-bench /.test(sentence)

it('no sentence of more than six words stands twice in the source', () => {
  const places = new Map<string, string[]>()
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.ts'),
  )
  for (const path of paths.map(each => join(source, each)))
    for (const sentence of textsOf(path).flatMap(sentencesOf)) {
      const key = sentence.trim().toLowerCase()
      if (!isCode(key)) places.set(key, [...(places.get(key) ?? []), relative(source, path)])
    }
  expect(places.size).toBeGreaterThan(500)
  const twice = [...places].filter(([, { length }]) => length > 1)
  expect(twice.map(([sentence, where]) => `${sentence} (${where.join(', ')})`)).toEqual([])
})
