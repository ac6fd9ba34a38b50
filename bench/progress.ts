// How far a long script is, on the standard error.

const begin = performance.now()

/** Whole seconds since the script began. */
export const seconds = () => Math.round((performance.now() - begin) / 1000)

export const say = (text: string) => process.stderr.write(`${text}\n`)

/** Says which share of the work is done, at most once in ten seconds. */
export function progress(): (share: number) => void {
  let said = 0
  return share => {
    if (seconds() < said + 10 && share < 1) return
    said = seconds()
    say(`${said} s: ${Math.round(100 * share)} % of the tasks are done`)
  }
}
