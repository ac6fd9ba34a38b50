// Public repositories with a change of speed whose commit is known from an issue, an advisory or the project's own words.
import { fileURLToPath } from 'node:url'

export type Case = {
  name: string
  url: string
  range: string
  /** The first commit with the change, and who says so. */
  known: string
  source: string
  setup: string
  command: string
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export const cases: Case[] = [
  {
    name: 'gomarkdown/markdown (Go)',
    url: 'https://github.com/gomarkdown/markdown',
    range: '904c88f..339c59f',
    known: '91e18ae880d6cf7169c95836d7fafe9044e5cebe',
    source: 'https://github.com/gomarkdown/markdown/issues/95',
    setup:
      'test -f go.mod || go mod init github.com/gomarkdown/markdown 2> init.log; go test -c -o bench.test .',
    command: 'env GOMAXPROCS=1 ./bench.test -test.run NONE -test.bench MarkdownSyntax -test.benchtime 700x',
  },
  {
    name: 'markedjs/marked (JavaScript)',
    url: 'https://github.com/markedjs/marked',
    range: 'v2.0.0..v3.0.0',
    known: 'eb33d3b3',
    source: 'https://github.com/markedjs/marked/issues/2297',
    setup: '',
    command: `node ${here('marked.cjs')}`,
  },
  {
    name: 'andialbrecht/sqlparse (Python)',
    url: 'https://github.com/andialbrecht/sqlparse',
    range: '0.5.0..0.6.0',
    known: 'ef2012a',
    source: 'https://github.com/andialbrecht/sqlparse/security/advisories/GHSA-f2ff-p2ww-7p4p',
    setup: '',
    command: `python3 ${here('sqlparse_comments.py')}`,
  },
]
