import { describe, expect, it } from '@jest/globals'
import { parseInputs } from '../../../src/inputs/parse.ts'
import type { Values } from '../../../src/inputs/values.ts'
import type { BenchStep } from '../../../src/policy/workflow-file/bench-steps.ts'
import { heldInputs, proposedText, unknownText } from '../../../src/policy/workflow-file/held-inputs.ts'

const values = (given: Record<string, string>): Values => parseInputs('action', name => given[name] ?? '')
const step = (inputs: Record<string, string>, job = 'bench'): BenchStep => ({ job, line: 1, inputs })
const here = [step({})]

/** What counts of these inputs, where the base commit has these steps; and what of it is not known. */
function held(given: Record<string, string>, base: BenchStep[], proposed: BenchStep[] | null = here) {
  const { values: counting, unknown } = heldInputs(values(given), { base, proposed, job: 'bench' })
  const { band, alpha, checks, config, baseline } = counting
  const hyphenated = {
    'fail-threshold': counting['fail-threshold'],
    'fail-on': counting['fail-on'],
    'require-tuned': counting['require-tuned'],
  }
  return { band, alpha, checks, config, baseline: baseline.join(' '), ...hyphenated, unknown }
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
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
      unknown: [],
    })
  })

  it('leave what decides nothing to the pull request', () => {
    const { values: counting } = heldInputs(values({ command: 'make', runs: '30' }), {
      base: [step({ command: 'false' })],
      proposed: here,
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

  it('count as they are where the base commit has an expression, or what the action would refuse', () => {
    expect(held({ band: '20%' }, [step({ band: expression })])).toMatchObject({
      band: 0.2,
      unknown: ['band'],
    })
    expect(held({ band: '20%' }, [step({ band: 'wide' })])).toMatchObject({ band: 0.2, unknown: ['band'] })
  })

  it('name no file where the base commit has an expression, which may stand for any', () => {
    const named = { config: 'x.yml', baseline: 'fake.json' }
    const base = [step({ config: expression, baseline: expression })]
    expect(held(named, base)).toMatchObject({ config: '', baseline: 'auto', unknown: [] })
    expect(held({ baseline: 'interleave' }, base)).toMatchObject({
      baseline: 'interleave',
      unknown: ['baseline', 'config'],
    })
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

  it('count where the base commit has no step yet, but for files and the configuration', () => {
    const given = { band: '20%', 'fail-on': 'never', baseline: 'fake.json', config: 'nowhere.yml' }
    const counting = { band: 0.2, 'fail-on': 'never', baseline: 'auto', config: '', unknown: [] }
    expect(held(given, [])).toMatchObject(counting)
    expect(held({ baseline: 'interleave' }, []).baseline).toBe('interleave')
  })

  it('count where the steps are in another file, which neither version shows', () => {
    const given = { band: '20%', baseline: 'a.json', config: 'ci.yml' }
    expect(held(given, [], [])).toMatchObject({ band: 0.2, baseline: 'a.json', config: 'ci.yml' })
    expect(held(given, [], null)).toMatchObject({ band: 0.2, baseline: 'a.json', config: 'ci.yml' })
  })

  it('are those of the base commit too where the proposed file cannot be read, or has moved its step away', () => {
    expect(held({ band: '20%' }, [step({})], null).band).toBe(0.02)
    expect(held({ band: '20%' }, [step({})], []).band).toBe(0.02)
  })
})

describe('what is said of them', () => {
  it('is which do not count, and what counts instead', () => {
    const own = values({ band: '20%', baseline: 'fake.json', config: 'nowhere.yml' })
    const base = values({})
    expect(proposedText(own, base, { ...base, band: 0.01 })).toBe(
      'these inputs of it do not count before it is merged: ' +
        'baseline fake.json (auto counts), band 20% (1% counts), config nowhere.yml (.stable-bench.yml counts)',
    )
    expect(proposedText(own, own, { ...own, band: 0.01 })).toBeNull()
  })

  it('names those that count because the base commit has an expression, unless a default wins', () => {
    const own = values({ band: '20%', alpha: '5%' })
    expect(unknownText(own, ['band', 'alpha'], { ...own, alpha: 0.01 })).toMatch(
      /these inputs of it count: band 20%$/,
    )
    expect(unknownText(own, ['band'], { ...own, band: 0.02 })).toBeNull()
    expect(unknownText(own, [], own)).toBeNull()
  })
})
