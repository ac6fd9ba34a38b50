// The real runner hooks on a fake machine: what they set is on for doctor, and what they install is intact.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { examine } from '../../src/doctor/examine.ts'
import { knobs } from '../../src/doctor/knobs/read.ts'
import { CLOCK_DAEMONS } from '../../src/doctor/services.ts'
import { kitPlace } from '../../src/kit-place.ts'
import { processFiles, put, removeMachine } from '../testbed/fake-machine.ts'

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const kit = join(repository, 'tests/hooks/kit.bash')
const hooks = join(repository, 'runner-hooks')
const reader = { trustedUid: process.getuid?.() ?? 0, pid: 900 }
const boxes: string[] = []

afterAll(() => boxes.splice(0).forEach(removeMachine))

/** Runs a script with the kit of the tests, which prints the place of its fake machine last. */
function box(script: string): string {
  const text = `bats_require_minimum_version() { :; }; BATS_TEST_TMPDIR=$(mktemp -d) BATS_FILE_TMPDIR=$BATS_TEST_TMPDIR; source "${kit}"; ${script}; echo "$BOX"`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', text], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  const made = stdout.trim().split('\n').at(-1) as string
  boxes.push(made)
  return made
}

const statesOf = (root: string) =>
  new Map(examine({ root, env: {}, reader }).knobs.map(({ knob, state, value }) => [knob, { state, value }]))

const names = (states: ReturnType<typeof statesOf>, wanted: string) =>
  [...states].filter(([, { state }]) => state === wanted).map(([name]) => name)

describe('the knobs of doctor', () => {
  it('are those of the runner hooks in their order, with what the profile standard sets', () => {
    const files = readdirSync(join(hooks, 'knobs')).map(name => name.replace(/^\d+-|\.sh$/g, ''))
    expect(knobs.map(([knob]) => knob)).toEqual(files)
    const profile = readFileSync(join(hooks, 'profiles/standard.conf'), 'utf8')
    const wanted = new Map(
      [...profile.matchAll(/^([a-z-]+) = (\S+)/gm)].map(([, name, value]) => [name, value]),
    )
    expect(Object.fromEntries(knobs.map(([knob, wanted]) => [knob, wanted]))).toEqual(
      Object.fromEntries(wanted),
    )
  })

  it.each([
    ['intel_pstate', 'off'],
    ['acpi-cpufreq', 'off'],
    ['amd-pstate-epp@6.10', 'capped'],
  ])('that the hooks set are on, and were off before, with the driver %s', (driver, turbo) => {
    const untouched = `make_kit; make_machine ${driver}; make_systemd; cp -a "$MACHINE" "$BOX/before"`
    const made = box(`${untouched}; as_job 500 tune >&2`)
    const before = statesOf(join(made, 'before'))
    expect(before.get('governor')?.state).toBe('off')
    expect(names(before, 'off').length).toBeGreaterThan(8)
    const root = join(made, 'machine')
    put(root, processFiles(900, 500, 'node', 2000))
    const found = examine({ root, env: {}, reader })
    expect(found.grade).toBe('tuned')
    expect(found.facts.turbo).toBe(turbo)
    const after = statesOf(root)
    // The fake systemctl writes no cgroups, so what the slices hold does not show.
    const ofSlices = ['housekeeping', 'swap', 'partition']
    expect(names(after, 'off').filter(name => !ofSlices.includes(name))).toEqual([])
    expect(names(after, 'on')).toEqual(
      expect.arrayContaining(['governor', 'irq-affinity', 'workqueues', 'smt']),
    )
    expect(found.hardware.benchmark).toBe('1')
  })
})

describe('the daemons that set the clock', () => {
  const listedBy = (script: string) =>
    spawnSync('bash', ['-c', script], { cwd: hooks, encoding: 'utf8' }).stderr.trim().split('\n')

  const places: [name: string, daemons: () => readonly string[]][] = [
    ['doctor', () => CLOCK_DAEMONS],
    [
      'install.sh --check',
      () =>
        listedBy(
          `source lib/install/neighbours.sh; units_as_lines() { printf '%s\\n' "$@" >&2; }; check_daemons`,
        ),
    ],
  ]

  it.each(places)('are for %s those that the knob stops', (_, daemons) => {
    const stopped = listedBy(
      `units_are_targets() { printf '%s\\n' "\${unit_names[@]}" >&2; }; source knobs/11-daemons.sh`,
    )
    expect(stopped).toContain('tuned.service')
    expect(daemons()).toEqual(stopped)
  })
})

const install = `make_kit; make_machine acpi-cpufreq; make_systemd
rm -r "$MACHINE/etc/stable-bench"; runner=$BOX/actions-runner; mkdir -p "$runner" "$MACHINE/usr/lib" "$MACHINE/etc/systemd/system" "$MACHINE/etc/sudoers.d" "$MACHINE$BOX"
echo '{}' >"$runner/.runner"; printf 'LANG=C.UTF-8\\n' >"$runner/.env"; [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
printf '#!/bin/bash\\n' >"$BOX/bin/chattr"; chmod +x "$BOX/bin/chattr"; ln -s "$runner" "$MACHINE$runner"
"$KIT/install.sh" --runner "$runner" >&2`

describe('the runner hooks', () => {
  /** For the tests that only look at it. */
  let made: string
  beforeAll(() => {
    made = box(install)
  })

  it('that are installed are intact, with their version and runner, and their hooks are seen', () => {
    const { kit: found } = examine({ root: join(made, 'machine'), env: {}, reader })
    expect(found).toMatchObject({
      installed: true,
      version: JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).version,
      intact: true,
      problems: [],
      hooks: 'seen',
    })
    expect(found.runners).toEqual([join(made, 'actions-runner')])
  })

  it('that somebody changed are not intact, file by file', () => {
    const root = join(box(install), 'machine')
    appendFileSync(join(root, 'usr/lib/stable-bench/knobs/40-smt.sh'), '# mine\n')
    rmSync(join(root, 'usr/lib/stable-bench/job-started.sh'))
    const { kit: found } = examine({ root, env: {}, reader })
    expect(found.intact).toBe(false)
    expect(found.problems.sort()).toEqual([
      'job-started.sh is missing, or cannot be read',
      'knobs/40-smt.sh was changed',
    ])
    const { kit: foreign } = examine({ root, env: {}, reader: { ...reader, trustedUid: 12345 } })
    expect(foreign.problems.join()).toMatch(/does not belong to root/)
  })

  it.each([
    [{}, 'missing'],
    [{ ACTIONS_RUNNER_HOOK_JOB_STARTED: '/opt/theirs.sh' }, 'others'],
    [
      {
        ACTIONS_RUNNER_HOOK_JOB_STARTED: '/usr/lib/stable-bench/job-started.sh',
        ACTIONS_RUNNER_HOOK_JOB_COMPLETED: '/usr/lib/stable-bench/job-completed.sh',
      },
      'seen',
    ],
  ])('of a job with the variables %j are %s', (variables, expected) => {
    const root = join(made, 'machine')
    const { kit: found } = examine({ root, env: { GITHUB_ACTIONS: 'true', ...variables }, reader })
    expect(found.hooks).toBe(expected)
  })

  it('that are in another place are found there', () => {
    const elsewhere = join(box(install.replace('--runner', '--prefix /opt/bench --runner')), 'machine')
    expect(kitPlace(elsewhere)).toBe('/opt/bench')
    const { kit: found } = examine({ root: elsewhere, env: {}, reader })
    expect(found).toMatchObject({ installed: true, intact: true, problems: [], hooks: 'seen' })
    put(elsewhere, { 'etc/stable-bench/place': '/opt/bench; rm -rf /\n' })
    expect(kitPlace(elsewhere)).toBe('/usr/lib/stable-bench')
  })

  it('that are not there are not installed, and nothing is said of their files', () => {
    const root = join(box('make_kit; make_machine none'), 'machine')
    expect(examine({ root, env: {}, reader }).kit).toMatchObject({
      installed: false,
      intact: null,
      hooks: 'unknown',
    })
  })
})

describe('the boot parameters', () => {
  const loaders: [
    name: string,
    files: Record<string, string>,
    line: RegExp,
    own: (boot: ReturnType<typeof examine>['boot']) => string,
  ][] = [
    [
      'GRUB',
      { 'etc/default/grub': 'GRUB_CMDLINE_LINUX="quiet splash"\n' },
      /update-grub and a reboot: (GRUB_CMDLINE_LINUX=.*)$/m,
      ({ grub }) => grub[1] ?? '',
    ],
    [
      'grubby',
      { 'usr/sbin/grubby': '' },
      /reboot: (grubby .*)$/m,
      ({ grub }) => (grub[0] ?? '').replace('sudo ', ''),
    ],
    [
      'systemd-boot',
      { 'etc/kernel/cmdline': 'root=/dev/vda quiet\n' },
      /reboot: (root=.*)$/m,
      ({ systemdBoot }) => systemdBoot[1] ?? '',
    ],
  ]

  it.each(loaders)(
    'are what the runner hooks recommend for %s, word for word',
    (name, files, wanted, own) => {
      const made = box('make_kit; make_machine acpi-cpufreq; make_systemd')
      const root = join(made, 'machine')
      put(root, files)
      const plan = spawnSync(join(made, 'kit/stable-bench-host'), ['plan'], { encoding: 'utf8' })
      const line = wanted.exec(plan.stdout)?.[1]
      put(root, { 'proc/self/status': 'Cpus_allowed_list:\t0-7\n' })
      const { boot } = examine({ root, env: {}, reader })
      expect(line).toBeDefined()
      // The kit takes the CPUs that are left once SMT is off.
      const withoutCpus = (text: string) => text.replace(/(irqaffinity)=[0-9,-]+/g, '$1')
      expect(withoutCpus(own(boot))).toBe(withoutCpus(line ?? ''))
      expect(boot.loader).toBe(name === 'systemd-boot' ? 'systemd-boot' : 'grub')
    },
  )
})
