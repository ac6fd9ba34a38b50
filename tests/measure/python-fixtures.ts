// A package of Python, and an environment into which it was installed. Files are as pip leaves them; Python is the machine's own.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from '@jest/globals'
import { isInstalled } from '../e2e/tool-example.ts'

export const withPython = isInstalled('python3') ? it : it.skip

/** A package `words` below `src`, and a benchmark that prints a cost of its own. */
export const pythonFiles = (cost: number) => ({
  'pyproject.toml': '[project]\nname = "words"\nversion = "1.0"\n',
  'src/words/__init__.py': `cost = ${cost}\n`,
  'bench.py': `import words
print('{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B","better":"lower","runs":[[%s]]}]}'
      % words.cost)
`,
})

/** `pip install .` of `repository`, with -e, or of a wheel there, into a new environment; returns the path of its Python. */
export function installed(repository: string, { editable = false, wheel = false } = {}): string {
  const venv = mkdtempSync(join(tmpdir(), 'stable-bench-venv-'))
  execFileSync('python3', ['-m', 'venv', '--without-pip', venv])
  const [version = ''] = readdirSync(join(venv, 'lib'))
  const place = join(venv, 'lib', version, 'site-packages')
  const info = join(place, 'words-1.0.dist-info')
  mkdirSync(info, { recursive: true })
  if (editable) writeFileSync(join(place, '__editable__.words-1.0.pth'), `${repository}/src\n`)
  else cpSync(join(repository, 'src/words'), join(place, 'words'), { recursive: true })
  const file = editable ? '__editable__.words-1.0.pth' : 'words/__init__.py'
  writeFileSync(join(info, 'RECORD'), `${file},sha256=x,9\nwords-1.0.dist-info/direct_url.json,sha256=x,9\n`)
  const ofDirectory = { dir_info: editable ? { editable } : {}, url: `file://${repository}` }
  const ofWheel = { archive_info: {}, url: `file://${repository}/words-1.0-py3-none-any.whl` }
  writeFileSync(join(info, 'direct_url.json'), JSON.stringify(wheel ? ofWheel : ofDirectory))
  return join(venv, 'bin/python')
}
