// One commit as a stream for `git fast-import`: it is made in a bare repository by one process and without a work tree.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'

/** What changes: files by path (null removes one; `#!` makes one executable), and directories to copy to a path. */
export type Change = {
  message?: string
  files?: Record<string, string | null>
  copies?: Record<string, string>
}

export type NewCommit = {
  /** Where it goes, as the first ref; the others follow. */
  refs: string[]
  parents: string[]
  message: string
  /** Seconds since 1970. */
  time: number
  /** What changes in the tree of the first parent, or the whole tree. */
  content: Change | { tree: string }
}

type Entry = { mode: '100644' | '100755'; path: string; data: Buffer }

/** The stream; the process that reads it prints the commit's SHA. */
export function importStream({ refs, parents, message, time, content }: NewCommit): Buffer {
  const [ref, ...others] = refs
  const person = `Stand-in <stand-in@example.invalid> ${time} +0000`
  const parts: (string | Buffer)[] = ['feature done\n']
  // Without a parent, a ref that is there already would be it.
  if (parents.length === 0) parts.push(`reset ${ref}\n`)
  parts.push(`commit ${ref}\nmark :1\nauthor ${person}\ncommitter ${person}\n`, ...dataOf(`${message}\n`))
  for (const parent of parents) parts.push(`${parent === parents[0] ? 'from' : 'merge'} ${parent}\n`)
  parts.push(...('tree' in content ? [`M 040000 ${content.tree} ""\n`] : changesOf(content)), '\n')
  for (const other of others) parts.push(`reset ${other}\nfrom :1\n\n`)
  return Buffer.concat([...parts, 'get-mark :1\ndone\n'].map(part => Buffer.from(part)))
}

function changesOf({ files = {}, copies = {} }: Change): (string | Buffer)[] {
  const copied = Object.entries(copies).flatMap(([path, source]) => entriesOf(path, source))
  const written = Object.entries(files).flatMap(([path, text]) =>
    text === null ? [] : [entryOf(path, text)],
  )
  const removed = Object.entries(files).flatMap(([path, text]) => (text === null ? [`D ${path}\n`] : []))
  const modified = [...copied, ...written].flatMap(({ mode, path, data }) => [
    `M ${mode} inline ${path}\n`,
    ...dataOf(data),
  ])
  return [...removed, ...modified]
}

const entryOf = (path: string, text: string): Entry => ({
  mode: text.startsWith('#!') ? '100755' : '100644',
  path,
  data: Buffer.from(text),
})

function entriesOf(path: string, source: string): Entry[] {
  const found = readdirSync(source, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return found.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    return {
      mode: statSync(file).mode & 0o100 ? '100755' : '100644',
      path: posix.join(path, relative(source, file)),
      data: readFileSync(file),
    }
  })
}

const dataOf = (data: string | Buffer) => [`data ${Buffer.byteLength(data)}\n`, data, '\n']
