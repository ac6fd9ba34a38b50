// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
import { describe, expect, it } from '@jest/globals'
import { parseInputs } from '../../../src/inputs/parse.ts'
import type { Values } from '../../../src/inputs/values.ts'
import { heldInputs } from '../../../src/policy/workflow-file/held-inputs.ts'
import { heldTexts } from '../../../src/policy/workflow-file/held-words.ts'
import type { MeasuringStep } from '../../../src/policy/workflow-file/walk.ts'

const values = (given: Record<string, string>): Values => parseInputs('action', name => given[name] ?? '')
const step = (inputs: Record<string, string>, job = 'bench', environment = ''): MeasuringStep => ({
  job,
  inputs,
  environment,
})
const here = [step({})]

type Files = { steps: MeasuringStep[]; foreign?: string[]; unread?: string[] }

const found = ({ steps, foreign = [], unread = [] }: Files) => ({
  steps,
  foreign: new Set(foreign),
  unread: new Set(unread),
})

/** What counts of these inputs, where the files of both commits have these steps; and which are in doubt. */
function heldBetween(given: Record<string, string>, base: Files | null, proposed: Files | null) {
  const { values: counting, doubts } = heldInputs(values(given), {
    base: base && found(base),
    proposed: proposed && found(proposed),
    job: 'bench',
  })
  const { band, alpha, checks, config, baseline } = counting
  const hyphenated = {
    'fail-threshold': counting['fail-threshold'],
    'fail-on': counting['fail-on'],
    'require-tuned': counting['require-tuned'],
  }
  return { band, alpha, checks, config, baseline: baseline.join(' '), ...hyphenated, doubts }
}

const held = (
  given: Record<string, string>,
  base: MeasuringStep[],
  proposed: MeasuringStep[] | null = here,
) => heldBetween(given, { steps: base }, proposed && { steps: proposed })

const expression = '${{ vars.BAND }}'

describe('the inputs of a workflow that the pull request changes', () => {
  it('count as the base commit gives them', () => {
    const all = {
      band: '20%',
      alpha: '0.01%',
      'fail-threshold': '90%',
      'fail-on': 'never',
      checks: 'never',
      'require-tuned': 'false',
      baseline: 'artifact',
      config: 'nowhere.yml',
    }
    const base = {
      band: '3%',
      'require-tuned': 'true',
      checks: 'auto',
      config: 'ci/bench.yml',
      baseline: 'interleave',
    }
    expect(held(all, [step(base)])).toEqual({
      band: 0.03,
      alpha: 0.01,
      'fail-threshold': 'band',
      'fail-on': 'not-established',
      checks: 'auto',
      'require-tuned': true,
      config: 'ci/bench.yml',
      baseline: 'interleave',
      doubts: {},
    })
  })

  it('leave what decides nothing to the pull request', () => {
    const { values: counting } = heldInputs(values({ command: 'make', runs: '30' }), {
      base: found({ steps: [step({ command: 'false' })] }),
      proposed: found({ steps: here }),
      job: 'bench',
    })
    expect(counting).toMatchObject({ command: 'make', runs: 30 })
  })

  it('are those of the step with the same name and job', () => {
    const base = [
      step({ name: 'nightly', band: '30%' }),
      step({ name: 'parse', band: '4%' }, 'other'),
      step({ name: 'parse', band: '3%' }),
    ]
    expect(held({ name: 'parse', band: '50%' }, base).band).toBe(0.03)
    expect(held({ name: 'parse', band: '4%' }, base).band).toBe(0.03)
    expect(held({ name: 'nightly', band: '50%' }, base).band).toBe(0.3)
  })

  it('are those of the first step where none is alike, unless one of them gives the same', () => {
    const base = [step({ name: 'a', band: '3%' }, 'x'), step({ name: 'b', band: '4%' }, 'y')]
    expect(held({ name: 'new', band: '50%' }, base).band).toBe(0.03)
    expect(held({ name: 'new', band: '4%' }, base).band).toBe(0.04)
  })

  it('do not count where the base commit has an expression, or what the action would refuse', () => {
    const base = [step({ band: expression })]
    const doubted = { band: 0.02, doubts: { band: 'expression' } }
    expect(held({ band: '20%' }, base)).toMatchObject(doubted)
    expect(held({ band: '20%' }, base, null)).toMatchObject(doubted)
    expect(held({ band: '20%' }, [step({ band: 'wide' })])).toMatchObject(doubted)
    // Another step that can run here gives the same value as it is written.
    expect(held({ band: '20%' }, [...base, step({ band: '20%' })]).band).toBe(0.2)
  })

  it('count where the pull request has the same expression there, whose value it cannot change', () => {
    const same = [step({ band: expression }), step({ band: expression })]
    expect(held({ band: '20%' }, same, same)).toMatchObject({ band: 0.2, doubts: {} })
    const config = [step({ config: '${{ vars.CONFIG }}' })]
    expect(held({ config: 'ci.yml' }, config, config)).toMatchObject({ config: 'ci.yml', doubts: {} })
    for (const text of ['${{ inputs.band }}', '${{ matrix.band }}', '${{ steps.a.outputs.band }}%']) {
      const steps = [step({ band: text })]
      expect(held({ band: '20%' }, steps, steps)).toMatchObject({
        band: 0.02,
        doubts: { band: 'expression' },
      })
    }
  })

  it('do not count where the same expression may be that of another environment, or is not that of the step that runs', () => {
    const base = [step({ band: expression })]
    const doubted = { band: 0.02, doubts: { band: 'expression' } }
    expect(held({ band: '20%' }, base, [step({ band: expression }, 'bench', 'lenient')])).toMatchObject(
      doubted,
    )
    // One of them is switched off by `if: false`, perhaps.
    expect(held({ band: '20%' }, base, [...base, step({ band: '20%' })])).toMatchObject(doubted)
    const more = { steps: base, foreign: ['somebody/wrapper'] }
    expect(heldBetween({ band: '20%' }, { steps: base }, more)).toMatchObject(doubted)
    expect(heldBetween({ band: '20%' }, more, more)).toMatchObject({ band: 0.2, doubts: {} })
    const gone = { steps: base, unread: ['./x is not there'] }
    expect(heldBetween({ band: '20%' }, { steps: base }, gone)).toMatchObject(doubted)
  })

  it('name no file where the base commit has an expression that the pull request has not, and may stand for any', () => {
    const named = { config: 'x.yml', baseline: 'fake.json' }
    const base = [step({ config: expression, baseline: expression })]
    expect(held(named, base)).toMatchObject({ config: '', baseline: 'auto' })
  })

  it('name a file as baseline and a configuration only where any step of the base commit does', () => {
    const base = [step({}), step({ baseline: 'a.json  b.json', config: 'ci.yml' }, 'other')]
    expect(held({ baseline: 'a.json b.json', config: 'ci.yml' }, base)).toMatchObject({
      baseline: 'a.json b.json',
      config: 'ci.yml',
    })
    expect(held({ baseline: 'fake.json', config: 'nowhere.yml' }, base)).toMatchObject({
      baseline: 'auto',
      config: '',
    })
    // A step that names no configuration is no reason to leave one's own out.
    expect(held({}, [step({ config: 'ci.yml' }), step({}, 'other')]).config).toBe('ci.yml')
    expect(held({ baseline: 'artifact' }, [step({}), step({ baseline: 'artifact' }, 'other')]).baseline).toBe(
      'auto',
    )
    // A file that the base commit names, and this job does not make.
    expect(held({ baseline: 'interleave' }, [step({ baseline: 'a.json' })]).baseline).toBe('auto')
  })

  it('do not count where the base commit has no step yet', () => {
    const given = { band: '20%', 'fail-on': 'never', baseline: 'fake.json', config: 'nowhere.yml' }
    const counting = { band: 0.02, 'fail-on': 'not-established', baseline: 'auto', config: '' }
    expect(held(given, [])).toMatchObject({ ...counting, doubts: { band: 'new', config: 'new' } })
  })

  it('do not count where the step may be in a file that was not read', () => {
    const given = { band: '20%', 'fail-on': 'never', baseline: 'a.json', config: 'ci.yml' }
    const counting = { band: 0.02, 'fail-on': 'not-established', baseline: 'auto', config: '' }
    const unread = { ...counting, doubts: { band: 'unread', 'fail-on': 'unread' } }
    expect(held(given, [], [])).toMatchObject(unread)
    expect(held(given, [], null)).toMatchObject(unread)
    expect(heldBetween(given, null, { steps: here })).toMatchObject(unread)
    const elsewhere = { steps: [step({ name: 'a', band: '20%' }, 'other')], unread: ['./x is not there'] }
    expect(heldBetween(given, elsewhere, { steps: here })).toMatchObject(unread)
    expect(heldBetween({ ...given, name: 'a' }, elsewhere, { steps: here }).band).toBe(0.2)
  })

  it('are those of the base commit too where the proposed file cannot be read, or has moved its step away', () => {
    expect(held({ band: '20%' }, [step({})], null).band).toBe(0.02)
    expect(held({ band: '20%' }, [step({})], []).band).toBe(0.02)
  })
})

describe('what is said of them', () => {
  const own = values({ band: '20%', baseline: 'fake.json', config: 'nowhere.yml' })
  const base = values({})

  it('is which do not count, and what counts instead, unless the configuration gives the same', () => {
    const said = { own, held: { values: base, doubts: {} }, effective: { ...base, band: 0.01 } }
    expect(heldTexts(said)).toEqual([
      'these inputs of it do not count before it is merged: ' +
        'baseline fake.json (auto counts), band 20% (1% counts), config nowhere.yml (.stable-bench.yml counts)',
    ])
    expect(heldTexts({ ...said, held: { values: own, doubts: {} } })).toEqual([])
    expect(heldTexts({ ...said, effective: { ...base, band: 0.2 } }).join()).not.toMatch(/band/)
  })

  it('has a sentence for each reason', () => {
    const doubts = { band: 'expression', config: 'unread' } as const
    expect(heldTexts({ own, held: { values: base, doubts }, effective: base })).toEqual([
      expect.stringMatching(/before it is merged: baseline fake\.json \(auto counts\)$/),
      expect.stringMatching(/has expressions for them .*: band 20% \(2% counts\); defaults in/),
      expect.stringMatching(
        /was not found .*: config nowhere\.yml \(\.stable-bench\.yml counts\); defaults in/,
      ),
    ])
  })
})
