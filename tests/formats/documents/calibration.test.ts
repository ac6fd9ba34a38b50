import { describe, expect, it } from '@jest/globals'
import { rowSettings } from '../../../src/compare/sides/row-settings.ts'
import { bandRules } from '../../../src/formats/documents/calibration.ts'
import { type CalibrationDocument, defaultPolicy } from '../../../src/model/index.ts'

const bands: [name: string, band: number][] = [
  ['copy<char>', 0.01],
  ['copy<char const*>', 0.02],
  ['copy<char*>', 0.2],
  ['find', 0.03],
  ['f?', 0.1],
  ['fn', 0.05],
]

describe('the bands that a calibration suggests', () => {
  it.each([bands, bands.toReversed()])(
    'are those of each benchmark, although the name of another matches it',
    (...all) => {
      const rows = all.map(([benchmark, suggestedBand]) => ({ benchmark, metric: 'time', suggestedBand }))
      const policy = { ...defaultPolicy, rules: bandRules({ rows } as CalibrationDocument) }
      for (const [name, band] of bands)
        expect([name, rowSettings(policy, name, 'time').band]).toEqual([name, band])
      // It was not calibrated.
      expect(rowSettings(policy, 'copy<char8_t*>', 'time').band).toBe(defaultPolicy.band)
    },
  )
})
