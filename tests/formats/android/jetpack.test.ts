// Jetpack Macrobenchmark: sampled metrics have a list for each run, of frames for example.
import { expect, it } from '@jest/globals'
import { formatNamed } from '../../../src/formats/index.ts'
import { fixtures } from '../fixtures.ts'
import { refusal } from '../refusal.ts'

const FRAMES = fixtures.find(({ file }) => file === 'hand-frames-benchmarkData.json')?.text ?? ''
const parsed = (text: string) => formatNamed('jetpack-benchmark').parse(text, 'out')

it('the frames of all runs are measurements, and what may be below zero is left out and named', () => {
  const { samples, warnings } = parsed(FRAMES)
  expect(samples).toContainEqual({
    ...{
      name: 'org.example.ScrollBenchmark.scroll',
      metric: 'frameDurationCpuMs',
      unit: 'ms',
      better: 'lower',
    },
    runs: [[4.2, 5.1, 17.3, 4.4, 4.9, 21.8]],
  })
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/below zero: frameCount, frameOverrunMs$/),
  ])
})

it('a benchmark that measured nothing is a failed row', () => {
  expect(parsed(FRAMES).failures).toEqual([
    { name: 'org.example.ScrollBenchmark.idle', reason: 'nothing was measured' },
  ])
})

it('a metric without its runs is refused', () => {
  expect(refusal(() => parsed(FRAMES.replace('4.2', '"fast"')))).toContain('frameDurationCpuMs is "fast"')
  expect(refusal(() => parsed(FRAMES.replaceAll('"runs"', '"all"')))).toContain('has no runs')
})
