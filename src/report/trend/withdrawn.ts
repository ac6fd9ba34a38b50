// Says that a change was announced, and that the analysis does not find it any more.

/** Half a sentence: `announced` is the date of that, `over` that by which the change was over; null where not known. */
export function withdrawnText(announced: string | null, isOver = false, over: string | null = null): string {
  const start = `announced ${announced === null ? 'earlier' : `on ${announced}`}`
  return isOver
    ? `${start}, over${over === null ? '' : ` by ${over}`}; the nights do not show it any more`
    : `${start}; the nights since do not show it any more`
}
