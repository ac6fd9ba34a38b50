// The examples in docs/configuration.md are configuration that the program takes.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { decidingInputs } from '../src/inputs/values.ts'
import { waiverLabel } from '../src/model/index.ts'
import { parseConfig } from '../src/policy/config-file.ts'

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(match => match[1] as string)

describe('the page about the configuration file', () => {
  it('shows a file that is accepted and sets everything there is', () => {
    expect(blocks).toHaveLength(1)
    const config = parseConfig(blocks[0] as string, 'docs/configuration.md')
    expect(config.rows).toHaveLength(3)
    expect(config.waivers).toHaveLength(2)
    expect(config.renamed).toHaveLength(1)
    expect(config.budgets).toHaveLength(1)
    expect(Object.keys(config.defaults).sort()).toEqual([...decidingInputs].sort())
    expect(Object.keys(config).filter(key => !blocks[0]?.includes(`${key}:`))).toEqual([])
  })

  it('names the label that lets waivers count', () => {
    expect(page).toContain(`\`${waiverLabel}\``)
  })
})
