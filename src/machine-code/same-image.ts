// Whether two programs are the same where it matters: all that is loaded of them, at the same addresses.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readSection } from './elf.ts'
import { toolLines } from './tool-lines.ts'

/** Which build it is. Debug information is in it, too, which nobody loads. */
const IDENTITY = '.note.gnu.build-id'

async function imageOf(path: string, signal: AbortSignal): Promise<string> {
  const file = readFileSync(path)
  const hash = createHash('sha256')
  for await (const line of toolLines('readelf', ['-SW', path], signal)) {
    const section = readSection(line, file)
    if (section === null) continue
    const { name, address, size, bytes } = section
    hash.update(`${name} ${address} ${size}\n`)
    if (bytes !== null && name !== IDENTITY) hash.update(bytes)
  }
  return hash.digest('base64')
}

/** Whether what is loaded of two ELF files is the same, byte for byte. Needs readelf. Throws NotComparable. */
export async function isSameImage(
  { baseline, candidate }: Record<'baseline' | 'candidate', string>,
  signal: AbortSignal,
): Promise<boolean> {
  return (await imageOf(baseline, signal)) === (await imageOf(candidate, signal))
}
