// Commands that open their output by path. The standard output and error of the program under test are sockets here,
// as they are of everything that a Node program starts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, scratch, stableBench } from './command-line.ts'

const hyperfine = join(root, 'tests/formats/fixtures/hyperfine/v1-two-commands.json')

describe('a benchmark that opens its output by path', () => {
  it('prints its results to /dev/stdout and its progress to /dev/stderr', async () => {
    const cwd = scratch()
    const command = `echo progress | tee /dev/stderr >/dev/stderr; cat '${hyperfine}' > /dev/stdout`
    const { code, stderr } = await stableBench(['run', '--runs', '5', '--', 'sh', '-c', command], { cwd })
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(readFileSync(join(cwd, 'stable-bench-result.json'), 'utf8')).tool).toBe('hyperfine')
  })

  it('has what it wrote there in the message of its failure', async () => {
    const { code, stderr } = await stableBench(['run', '--', 'sh', '-c', 'echo oh no > /dev/stderr; exit 3'])
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/failed with exit code 3; its last output was:\n.*oh no$/m)
  })

  it('leaves nothing in the directory for temporary files', async () => {
    const [cwd, TMPDIR] = [scratch(), scratch()]
    await stableBench(['run', '--runs', '5', '--', 'true'], { cwd, env: { ...process.env, TMPDIR } })
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})

describe('a setup command that opens its output by path', () => {
  const ab = (setup: string) =>
    stableBench([
      'ab',
      '--setup',
      setup,
      '--baseline',
      'true',
      '--candidate',
      'true',
      '--runs',
      '5',
      '--max-runs',
      '5',
    ])

  it('writes all of it to the log, before anything else is there', async () => {
    const { stderr } = await ab('echo one > /dev/stderr; echo two | tee /dev/stderr > /dev/stdout; seq 20000')
    const numbers = Array.from({ length: 20_000 }, (_, i) => i + 1).join('\n')
    // A line about the CPU and one about a busy machine come before the runs.
    expect(stderr.startsWith(`one\ntwo\ntwo\n${numbers}\n`)).toBe(true)
    expect(stderr.slice(numbers.length)).toContain('\nwarm-up run 1')
  })

  it('may leave a server behind that still writes there, without keeping the job from its end', async () => {
    const { code, stdout } = await ab(
      '(for i in {1..20}; do sleep 0.2; echo served || exit; done) & echo ready',
    )
    expect(stdout).toMatch(/unclear|No change|Too noisy/)
    expect([0, 2]).toContain(code)
  })
})
