// Builds of two checkouts by the real Cargo, which may be told to build both in one place.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from '@jest/globals'
import { assertOwnTarget } from '../../../../src/measure/checkout/shared/cargo.ts'
import { isInstalled } from '../../../e2e/tool-example.ts'

const given = { ...process.env }
afterEach(() => {
  for (const name of ['CARGO_TARGET_DIR', 'CARGO_HOME'])
    if (given[name] === undefined) delete process.env[name]
    else process.env[name] = given[name]
})

const directory = () => realpathSync(mkdtempSync(join(tmpdir(), 'stable-bench-cargo-')))

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A repository with a crate in `crate`. */
function checkout(crate = '.'): string {
  const top = directory()
  execFileSync('git', ['init', '--quiet'], { cwd: top })
  write(join(top, crate, 'Cargo.toml'), '[package]\nname = "tool"\nversion = "0.1.0"\nedition = "2021"\n')
  write(join(top, crate, 'src/lib.rs'), '')
  execFileSync('git', ['add', '.'], { cwd: top })
  return top
}

type Asked = { commands?: string[]; changed?: string[]; sides?: string[] }

async function refusal({ commands = ['cargo bench'], changed = ['src/lib.rs'], sides }: Asked = {}) {
  const directories = sides ?? [checkout(), checkout()]
  const own = { top: '/nowhere', changed }
  return assertOwnTarget(commands, own, directories).then(
    () => null,
    (error: Error) => error.message,
  )
}

const said = (path: string) =>
  `Cargo builds both sides in ${path}, where it takes the build of one for that of the other; unset CARGO_TARGET_DIR, or set it to ` +
  "'target', which each side has for itself, also in place of a target-dir in a config.toml"

const withCargo = isInstalled('cargo') ? it : it.skip

withCargo('a target directory for both sides is refused, however Cargo was told of it', async () => {
  const shared = directory()
  expect(await refusal()).toBe(null)
  process.env.CARGO_TARGET_DIR = shared
  expect(await refusal()).toBe(said(shared))
  expect(await refusal({ sides: [checkout()] })).toBe(said(shared))
  process.env.CARGO_TARGET_DIR = 'target'
  expect(await refusal()).toBe(null)
  delete process.env.CARGO_TARGET_DIR
  const configured = [checkout(), checkout()]
  for (const side of configured)
    write(join(side, '.cargo/config.toml'), `[build]\ntarget-dir = "${shared}"\n`)
  expect(await refusal({ sides: configured })).toBe(said(shared))
  process.env.CARGO_TARGET_DIR = 'target'
  expect(await refusal({ sides: configured })).toBe(null)
})

withCargo(
  'where no crate differs, or commands say where to build, a shared target directory counts for nothing',
  async () => {
    process.env.CARGO_TARGET_DIR = directory()
    expect(await refusal({ changed: ['docs/a.md'], sides: [checkout('rust'), checkout('rust')] })).toBe(null)
    expect(
      await refusal({ changed: ['rust/src/lib.rs'], sides: [checkout('rust'), checkout('rust')] }),
    ).not.toBe(null)
    expect(await refusal({ commands: ['CARGO_TARGET_DIR=target cargo build', './bench'] })).toBe(null)
    expect(await refusal({ commands: ['cargo build --target-dir here'] })).toBe(null)
  },
)
