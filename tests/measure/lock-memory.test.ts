import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { addLockMemory } from '../../src/measure/lock-memory.ts'
import { type Chain, tryCommand } from '../../src/measure/wrappers.ts'

const ordinary = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
const limited = ['prlimit', '--memlock=65536:65536', ...ordinary]

describe('the limit on locked memory', () => {
  it('is refused to an ordinary user with what to do', () => {
    const chain: Chain = { prefix: limited, env: process.env, warnings: [] }
    expect(() => addLockMemory(chain)).toThrow(
      /lock-memory=true: prlimit .*: .*Operation not permitted; set LimitMEMLOCK=infinity in the service/,
    )
  })

  it('is unlimited for the benchmark where that is permitted', () => {
    const permitted = tryCommand(['prlimit', '--memlock=unlimited:unlimited', 'true']).ok
    const add = () => {
      const chain: Chain = { prefix: [], env: process.env, warnings: [] }
      addLockMemory(chain)
      const [file = '', ...args] = [...chain.prefix, 'cat', '/proc/self/limits']
      return spawnSync(file, args, { encoding: 'utf8' }).stdout
    }
    if (permitted) expect(add()).toMatch(/^Max locked memory\s+unlimited\s+unlimited/m)
    else expect(add).toThrow(/lock-memory=true/)
  })
})
