// Real setup commands, which install what both sides run.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { Setup } from '../../../../src/measure/checkout/setup.ts'
import { withSetups } from '../../../../src/measure/checkout/setups.ts'
import type { Side } from '../../../../src/measure/runs/schedule.ts'

const { PATH } = process.env

/** A directory with `bin`, which is in PATH. */
let prefix: string

beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), 'stable-bench-prefix-'))
  mkdirSync(join(prefix, 'bin'))
  process.env.PATH = `${join(prefix, 'bin')}:${PATH}`
})

afterEach(() => {
  process.env.PATH = PATH
})

function program(name: string, text: string): void {
  const path = join(prefix, 'bin', name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

const setupOf = (side: Side): Setup => ({
  cwd: mkdtempSync(join(tmpdir(), 'stable-bench-side-')),
  side,
  env: { ...process.env, PREFIX: prefix },
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  cache: null,
  output: 2,
})

/** What is said where `setup` runs for both sides, and then `command`. A side that was built before runs none. */
async function refusal(command: string, setup: string, sides: Side[] = ['baseline', 'candidate']) {
  const both = { baseline: setupOf('baseline'), candidate: setupOf('candidate') }
  const places = Object.values(both).map(each => ({ ...each, command: setup }))
  return withSetups(async setups => {
    setups.watch([command])
    for (const side of sides) await setups.run(setup, both[side])
    try {
      setups.assertOwnPrograms(places)
      return null
    } catch (error) {
      return (error as Error).message.replaceAll(prefix, 'PREFIX')
    }
  })
}

const named = (name: string) =>
  `setup installs ${name} for each side, where the other side's is replaced: both would run the one that was installed last; ` +
  'let setup install it below its own directory, and name it from there'

const INSTALL = 'echo "$STABLE_BENCH_SIDE" >"$PREFIX/bin/prog"; chmod +x "$PREFIX/bin/prog"'

it.each(['prog --fast', 'cd x && prog', 'env A=1 prog', 'PREFIX/bin/prog', 'bash "PREFIX/bin/prog"'])(
  'a program that each setup installs in one place is refused where the command runs it: %s',
  async command => {
    expect(await refusal(command.replace('PREFIX', prefix), INSTALL)).toBe(named('PREFIX/bin/prog'))
  },
)

it.each([
  ['which the command does not run', './prog', INSTALL],
  ['which is the same for both', 'prog', INSTALL.replace('$STABLE_BENCH_SIDE', 'same')],
  ['which is there and stays', 'prog', `[ -e "$PREFIX/bin/prog" ] || (${INSTALL})`],
  ['below its own directory', './bin/prog', 'mkdir bin; echo "$STABLE_BENCH_SIDE" >bin/prog'],
])('a program may be installed %s', async (_, command, setup) => {
  expect(await refusal(command, setup)).toBe(null)
})

it('a side that was built before loses its program to the other one', async () => {
  program('prog', 'baseline\n')
  expect(await refusal('prog', INSTALL.replace('$STABLE_BENCH_SIDE', 'baseline'), ['candidate'])).toBe(null)
  expect(await refusal('prog', INSTALL, ['candidate'])).toBe(named('PREFIX/bin/prog'))
})

/** What pip leaves of a package: its files with their digests, and where it came from. */
const packaged = (digest: string, version = '1') => `
  at="$PREFIX/lib/python3.99/site-packages"; rm -rf "$at"/my_pkg-*; mkdir -p "$at/my_pkg-${version}.dist-info"
  printf '%s\\n' "my_pkg-${version}.dist-info/direct_url.json,sha256=$STABLE_BENCH_SIDE,9" "my_pkg/__init__.py,sha256=${digest},9" \
    >"$at/my_pkg-${version}.dist-info/RECORD"`

/** It says where it looks for packages, as a Python does that is asked. */
const python = () => `#!/bin/sh\necho ${prefix}/lib/python3.99/site-packages\n`

it.each([
  ['python3 bench.py', packaged('$STABLE_BENCH_SIDE')],
  ['my-bench', packaged('$STABLE_BENCH_SIDE')],
  ['python3 bench.py', packaged('$STABLE_BENCH_SIDE', '$STABLE_BENCH_SIDE')],
])('a package that each setup installs for one Python is refused: %s', async (command, setup) => {
  program('python3', python())
  program('my-bench', `#!${prefix}/bin/python3\n`)
  expect(await refusal(command, setup)).toBe(named('PREFIX/lib/python3.99/site-packages/my_pkg'))
})

it('a file that each setup installs is refused where the command has it in a class path', async () => {
  const install = 'echo "$STABLE_BENCH_SIDE" >"$PREFIX/core.jar"'
  const command = `java -cp target/classes:${prefix}/core.jar Bench`
  expect(await refusal(command, install)).toBe(named('PREFIX/core.jar'))
})

it('a program may be a link into the checkout of each side', async () => {
  const link = 'echo same >main; chmod +x main; ln -sf "$PWD/main" "$PREFIX/bin/prog"'
  expect(await refusal('prog', link)).toBe(named('PREFIX/bin/prog'))
})

it('an image that each setup builds with one tag is refused where the command runs it', async () => {
  program('docker', 'tail -n 1 "$(dirname "$0")/images"\n'.replace(/^/, '#!/bin/sh\n'))
  const build = (id: string) => `echo "bench:latest sha256:${id} <none>" >>"$PREFIX/bin/images"`
  const each = build('$STABLE_BENCH_SIDE')
  expect(await refusal('docker run --rm bench', each)).toBe(
    "setup installs the image bench:latest for each side, where the other side's is replaced: both would run the one that was " +
      'installed last; let setup keep the digest (docker build --iidfile image .), and run that: docker run $(cat image)',
  )
  expect(await refusal('docker run --rm bench', build('same'))).toBe(null)
  expect(await refusal('docker run --rm $(cat image)', each)).toBe(null)
})

it('a package of Python may be the same for both, and others do not matter to a program of another kind', async () => {
  program('python3', python())
  program('other', '#!/bin/sh\n')
  expect(await refusal('python3 bench.py', packaged('same'))).toBe(null)
  expect(await refusal('other', packaged('$STABLE_BENCH_SIDE'))).toBe(null)
})

/** What `R CMD INSTALL` and `gem install` leave of a package. */
const ofR = (code: string) =>
  `mkdir -p "$PREFIX/library/words/R"; echo ${code} >"$PREFIX/library/words/R/words.rdb"`
const gem = (code: string) => `
  mkdir -p "$PREFIX/gems/words-1/lib" "$PREFIX/specifications"; echo "$STABLE_BENCH_SIDE" >"$PREFIX/specifications/words-1.gemspec"
  echo ${code} >"$PREFIX/gems/words-1/lib/words.rb"`

it.each([
  ['Rscript bench.R', 'Rscript', 'library', ofR, 'library/words'],
  ['ruby bench.rb', 'ruby', '', gem, 'gems/words-1'],
  ['bundle exec rake bench', 'ruby', '', gem, 'gems/words-1'],
])(
  'a package that each setup installs in one place is refused: %s',
  async (...[command, name, place, install, found]) => {
    program(name, `#!/bin/sh\necho ${join(prefix, place)}\n`)
    program('bundle', `#!${prefix}/bin/ruby\n`)
    expect(await refusal(command, install('$STABLE_BENCH_SIDE'))).toBe(named(`PREFIX/${found}`))
    expect(await refusal(command, install('same'))).toBe(null)
  },
)

it.each(['UV_PROJECT_ENVIRONMENT', 'VIRTUAL_ENV'])(
  'one environment for both sides is refused: %s',
  async variable => {
    process.env[variable] = prefix
    program('python', python())
    try {
      const install = packaged('$STABLE_BENCH_SIDE')
      expect(await refusal('uv run --no-sync bench.py', install)).toBe(
        named('PREFIX/lib/python3.99/site-packages/my_pkg'),
      )
      expect(await refusal('./bench', install)).toBe(null)
    } finally {
      delete process.env[variable]
    }
  },
)
