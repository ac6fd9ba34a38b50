// Says that a change was announced, and that the analysis does not find it any more.

/**
 * Half a sentence. `told` is the date of the announcement, null if not known. `over` is null while the change lasts.
 */
export function withdrawnText(told: string | null, over: string | null = null): string {
  const announced = `announced ${told === null ? 'earlier' : `on ${told}`}`
  return over === null
    ? `${announced}; the nights since do not show it any more`
    : `${announced}, over by ${over}; the nights do not show it any more`
}
