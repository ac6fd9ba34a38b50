// Programs that were installed from the user's own checkout: the notes of cargo, npm and Go are as these leave them.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from '@jest/globals'
import { assertNotInstalled } from '../../../../src/measure/checkout/shared/installed.ts'
import { isInstalled } from '../../../e2e/tool-example.ts'

const directory = () => mkdtempSync(join(tmpdir(), 'stable-bench-installed-'))

function file(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}

function refusal(command: string, top: string, hasSetup = false, changed = ['a']): string | null {
  try {
    assertNotInstalled([command], { top, changed }, { hasSetup })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const said = (path: string) =>
  `${path} was installed from your own checkout: both sides would run it; let setup install it below its own directory, and name it from there`

/** `cargo install --path FROM --root ROOT`; returns the program. */
function ofCargo(from: string): string {
  const root = directory()
  const installs = { [`tool 0.1.0 (path+file://${from})`]: { bins: ['tool'], profile: 'release' } }
  file(join(root, '.crates2.json'), JSON.stringify({ installs }))
  return file(join(root, 'bin/tool'), '')
}

it('a program that cargo installed from what differs in the own checkout is refused, and no other is', () => {
  const top = directory()
  for (const path of [join(top, 'crates/tool'), `${top}-2`]) mkdirSync(path, { recursive: true })
  const own = ofCargo(top)
  expect(refusal(`${own} --fast`, top)).toBe(said(own))
  expect(refusal(`sh -c '${own} | cat'`, top, true)).toBe(said(own))
  expect(refusal(`./bench --of ${own}`, top)).toBe(null)
  const member = ofCargo(join(top, 'crates/tool'))
  expect(refusal(member, top, false, ['crates/tool/src/main.rs'])).toBe(said(member))
  expect(refusal(member, top, false, ['crates/parse/src/lib.rs', 'crates/tool-2/src/main.rs'])).toBe(null)
  expect(refusal(ofCargo(`${top}-2`), top)).toBe(null)
})

it('a program that npm links to the own checkout is refused, and a link of the user to one script is not', () => {
  const [top, prefix] = [directory(), directory()]
  file(join(top, 'bin.js'), '#!/usr/bin/env node\n')
  for (const part of ['bin', 'lib/node_modules']) mkdirSync(join(prefix, part), { recursive: true })
  symlinkSync(top, join(prefix, 'lib/node_modules/tool'))
  symlinkSync('../lib/node_modules/tool/bin.js', join(prefix, 'bin/tool'))
  symlinkSync(join(top, 'bin.js'), join(prefix, 'bin/script'))
  expect(refusal(`${prefix}/bin/tool`, top)).toBe(said(`${prefix}/bin/tool`))
  expect(refusal(`${prefix}/bin/script`, top)).toBe(null)
})

const withGo = isInstalled('go') ? it : it.skip

withGo(
  'a program that was built from the own Go module is refused where no setup has built it',
  () => {
    const [top, other, bin] = [directory(), directory(), join(directory(), 'bin')]
    for (const [place, module] of [
      [top, 'example.com/own'],
      [other, 'example.com/other'],
    ] as const) {
      file(join(place, 'go.mod'), `module ${module}\n\ngo 1.21\n`)
      file(join(place, 'main.go'), 'package main\n\nfunc main() {}\n')
      execFileSync('go', ['install', '.'], { cwd: place, env: { ...process.env, GOBIN: bin }, stdio: 'pipe' })
    }
    expect(refusal(`${bin}/own`, top)).toBe(said(`${bin}/own`))
    expect(refusal(`${bin}/own`, top, true)).toBe(null)
    expect(refusal(`${bin}/other`, top)).toBe(null)
  },
  120_000,
)

it('an image that was built on this machine is refused where no setup builds one for each side', () => {
  const [bin, { PATH }] = [directory(), process.env]
  const listed = ['bench:latest sha256:1 <none>', 'tools:1 sha256:2 <none>', 'python:3 sha256:3 sha256:4']
  file(join(bin, 'docker'), `#!/bin/sh\nprintf '%s\\n' ${listed.map(line => `'${line}'`).join(' ')}\n`)
  process.env.PATH = `${bin}:${PATH}`
  try {
    const run = 'docker run --rm bench words'
    expect(refusal(run, directory())).toBe(
      'the image bench:latest was built on this machine, and by no setup: both sides would run it; ' +
        'let setup keep the digest (docker build --iidfile image .), and run that: docker run $(cat image)',
    )
    expect(refusal(run, directory(), true)).toBe(null)
    // The code is of each side.
    expect(refusal('docker run --rm -v "$PWD:/src" tools:1 make bench', directory())).toBe(null)
    expect(refusal('docker run --rm python:3 python -c 1', directory())).toBe(null)
  } finally {
    process.env.PATH = PATH
  }
})
