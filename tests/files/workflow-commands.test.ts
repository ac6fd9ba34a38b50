import { describe, expect, it } from '@jest/globals'
import { inertDocument, inertText } from '../../src/files/workflow-commands.ts'
import { readStepOutput } from '../stand-ins/workflow-runner/step-output.ts'

describe('text in the log of a job', () => {
  it('is no command to the runner, whatever a benchmark is called', () => {
    const text = [
      '::add-mask::a',
      ' \t::error::b',
      'c ##[add-mask]d',
      '\u0085::stop-commands::e',
      'f\r::error::g',
    ]
    const log: string[] = []
    const masks = new Set<string>()
    const output = readStepOutput(masks, line => log.push(line))
    for (const line of inertText(text.join('\n')).split(/[\r\n]/)) output.line(line)
    expect([output.annotations, [...masks], log.length]).toEqual([[], [], 6])
  })

  it('is in a document what it was, for whoever reads the document', () => {
    const document = JSON.stringify({ name: '##[add-mask]a\n::error::b' })
    expect(inertDocument(document)).not.toContain('##[')
    expect(JSON.parse(inertDocument(document))).toEqual(JSON.parse(document))
  })

  it('is otherwise as it was', () => {
    const text = 'std::sort/64: 3 ns\n  a::b [x] ## [y]\n'
    expect(inertText(text)).toBe(text)
  })
})
