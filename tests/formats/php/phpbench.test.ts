import { describe, expect, it } from '@jest/globals'
import { phpbench } from '../../../src/formats/php/phpbench.ts'
import { refusal } from '../refusal.ts'

const dump = (variant: string) =>
  `<phpbench><suite><benchmark class="\\A\\B"><subject name="benchX">\n<variant>${variant}</variant></subject></benchmark></suite></phpbench>`

const parse = (variant: string) => phpbench.parse(dump(variant), 'out.xml')

describe('PHPBench', () => {
  it.each([
    [
      '<parameter-set name=""/>',
      "out.xml, line 2: 'A\\B::benchX' has no iterations; run it with --dump-file=FILE",
    ],
    ['<iteration time-net="3"/>', 'out.xml, line 2: time-avg of <iteration> is missing, expected a number'],
    [
      '<iteration time-avg="1,5"/>',
      'out.xml, line 2: time-avg of <iteration>: "1,5" may be 1.5 or 15; print it without separators, such as with LC_ALL=C',
    ],
  ])('refuses %s', (variant, message) => {
    expect(refusal(() => parse(variant))).toContain(message)
  })

  it('names a variant by its set where a parameter is no plain value', () => {
    const set =
      '<parameter-set name="big"><parameter name="n" value="1"/><parameter name="o" type="serialized"/></parameter-set>'
    expect(parse(`${set}<iteration time-avg="2"/>`).samples).toMatchObject([
      { name: 'A\\B::benchX (set=big)' },
    ])
  })
})
