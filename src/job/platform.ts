// Where measuring works at all.
import { InputError } from '../model/index.ts'

/** Why nothing can be measured here, or null on Linux: clock, pinning and evidence need its kernel. */
export function whyNotHere(platform: string = process.platform): string | null {
  if (platform === 'linux') return null
  return (
    `measuring needs Linux, and this is ${platform === 'darwin' ? 'macOS' : platform}: measure there, in a virtual ` +
    'machine or in a container; compare and trend work here'
  )
}

/** Throws an InputError where nothing can be measured. */
export function assertLinux(): void {
  const why = whyNotHere()
  if (why !== null) throw new InputError(why)
}
