// Waiting for what happens outside of a test: a condition, never a time.
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves once `holds`; throws when it still does not after a time that only a broken program takes. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 50_000) throw new Error(`waited in vain until ${what}`)
    await sleep(20)
  }
}

/** The same in a shell: text that waits until `count` processes have exactly this command line. */
export const untilRuns = (commandLine: string, count = 1): string =>
  `until [ "$(pgrep -cxf '${commandLine}')" = ${count} ]; do sleep 0.01; done`
