// Says that a change was announced, and that the analysis does not find it any more.

/**
 * Half a sentence. `told` is the date of the announcement, `over` that by which the change was over, if it is; each is
 * null where the night is not known.
 */
export function withdrawnText(told: string | null, isOver = false, over: string | null = null): string {
  const announced = `announced ${told === null ? 'earlier' : `on ${told}`}`
  return isOver
    ? `${announced}, over${over === null ? '' : ` by ${over}`}; the nights do not show it any more`
    : `${announced}; the nights since do not show it any more`
}
