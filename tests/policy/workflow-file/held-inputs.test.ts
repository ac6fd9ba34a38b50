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
  const { suite, config, baseline } = counting
  return { suite: suite.join(' '), config, baseline: baseline.join(' '), doubts }
}

const held = (
  given: Record<string, string>,
  base: MeasuringStep[],
  proposed: MeasuringStep[] | null = here,
) => heldBetween(given, { steps: base }, proposed && { steps: proposed })

const expression = '${{ vars.SUITE }}'

describe('the inputs of a workflow that the pull request changes', () => {
  it('count as the base commit gives them', () => {
    const all = { suite: 'slow', baseline: 'artifact', config: 'nowhere.yml' }
    const base = { suite: 'parse  print', baseline: 'interleave', config: 'ci/bench.yml' }
    expect(held(all, [step(base)])).toEqual({ ...base, suite: 'parse print', doubts: {} })
    expect(held(all, here)).toEqual({ suite: '', baseline: 'auto', config: '', doubts: {} })
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
      step({ name: 'nightly', suite: 'night' }),
      step({ name: 'parse', suite: 'json' }, 'other'),
      step({ name: 'parse', suite: 'fast' }),
    ]
    expect(held({ name: 'parse', suite: 'all' }, base).suite).toBe('fast')
    expect(held({ name: 'parse', suite: 'json' }, base).suite).toBe('fast')
    expect(held({ name: 'nightly', suite: 'all' }, base).suite).toBe('night')
  })

  it('are those of the first step where none is alike, unless one of them gives the same', () => {
    const base = [step({ name: 'a', suite: 'fast' }, 'x'), step({ name: 'b', suite: 'json' }, 'y')]
    expect(held({ name: 'new', suite: 'all' }, base).suite).toBe('fast')
    expect(held({ name: 'new', suite: 'json' }, base).suite).toBe('json')
  })

  it('do not count where the base commit has an expression', () => {
    const base = [step({ suite: expression })]
    const doubted = { suite: '', doubts: { suite: 'expression' } }
    expect(held({ suite: 'slow' }, base)).toMatchObject(doubted)
    expect(held({ suite: 'slow' }, base, null)).toMatchObject(doubted)
    // Another step that can run here gives the same value as it is written.
    expect(held({ suite: 'slow' }, [...base, step({ suite: 'slow' })]).suite).toBe('slow')
  })

  it('count where the pull request has the same expression there, whose value it cannot change', () => {
    const same = [step({ suite: expression }), step({ suite: expression })]
    expect(held({ suite: 'slow' }, same, same)).toMatchObject({ suite: 'slow', doubts: {} })
    const config = [step({ config: '${{ vars.CONFIG }}' })]
    expect(held({ config: 'ci.yml' }, config, config)).toMatchObject({ config: 'ci.yml', doubts: {} })
    for (const text of ['${{ inputs.suite }}', '${{ matrix.suite }}', '${{ steps.a.outputs.suite }}*']) {
      const steps = [step({ suite: text })]
      expect(held({ suite: 'slow' }, steps, steps)).toMatchObject({
        suite: '',
        doubts: { suite: 'expression' },
      })
    }
  })

  it('do not count where the same expression may be that of another environment, or is not that of the step that runs', () => {
    const base = [step({ suite: expression })]
    const doubted = { suite: '', doubts: { suite: 'expression' } }
    expect(held({ suite: 'slow' }, base, [step({ suite: expression }, 'bench', 'lenient')])).toMatchObject(
      doubted,
    )
    // One of them is switched off by `if: false`, perhaps.
    expect(held({ suite: 'slow' }, base, [...base, step({ suite: 'slow' })])).toMatchObject(doubted)
    const more = { steps: base, foreign: ['somebody/wrapper'] }
    expect(heldBetween({ suite: 'slow' }, { steps: base }, more)).toMatchObject(doubted)
    expect(heldBetween({ suite: 'slow' }, more, more)).toMatchObject({ suite: 'slow', doubts: {} })
    const gone = { steps: base, unread: ['./x is not there'] }
    expect(heldBetween({ suite: 'slow' }, { steps: base }, gone)).toMatchObject(doubted)
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
    const given = { suite: 'slow', baseline: 'fake.json', config: 'nowhere.yml' }
    const counting = { suite: '', baseline: 'auto', config: '' }
    expect(held(given, [])).toMatchObject({ ...counting, doubts: { suite: 'new', config: 'new' } })
  })

  it('do not count where the step may be in a file that was not read', () => {
    const given = { suite: 'slow', baseline: 'a.json', config: 'ci.yml' }
    const counting = { suite: '', baseline: 'auto', config: '' }
    const unread = { ...counting, doubts: { suite: 'unread', baseline: 'unread' } }
    expect(held(given, [], [])).toMatchObject(unread)
    expect(held(given, [], null)).toMatchObject(unread)
    expect(heldBetween(given, null, { steps: here })).toMatchObject(unread)
    const elsewhere = { steps: [step({ name: 'a', suite: 'slow' }, 'other')], unread: ['./x is not there'] }
    expect(heldBetween(given, elsewhere, { steps: here })).toMatchObject(unread)
    expect(heldBetween({ ...given, name: 'a' }, elsewhere, { steps: here }).suite).toBe('slow')
  })

  it('are those of the base commit too where the proposed file cannot be read, or has moved its step away', () => {
    expect(held({ suite: 'slow' }, [step({})], null).suite).toBe('')
    expect(held({ suite: 'slow' }, [step({})], []).suite).toBe('')
  })
})

describe('what is said of them', () => {
  const own = values({ suite: 'slow', baseline: 'fake.json', config: 'nowhere.yml' })
  const base = values({})

  it('is which do not count, and what counts instead, unless the configuration gives the same', () => {
    const configured = { ...base, baseline: ['interleave'] }
    const said = { own, held: { values: base, doubts: {} }, effective: configured }
    expect(heldTexts(said)).toEqual([
      'these inputs of it do not count before it is merged: ' +
        'baseline fake.json (interleave counts), config nowhere.yml (.stable-bench.yml counts), suite slow (all counts)',
    ])
    expect(heldTexts({ ...said, held: { values: own, doubts: {} } })).toEqual([])
    expect(heldTexts({ ...said, effective: { ...base, baseline: ['fake.json'] } }).join()).not.toMatch(/fake/)
  })

  it('has a sentence for each reason, and says where the baseline can be set', () => {
    const doubts = { baseline: 'expression', config: 'unread' } as const
    expect(heldTexts({ own, held: { values: base, doubts }, effective: base })).toEqual([
      expect.stringMatching(/before it is merged: suite slow \(all counts\)$/),
      expect.stringMatching(
        /has expressions for them .*: baseline fake\.json \(auto counts\); defaults in \.stable-bench\.yml can set baseline$/,
      ),
      expect.stringMatching(/was not found .*: config nowhere\.yml \(\.stable-bench\.yml counts\)$/),
    ])
  })
})
