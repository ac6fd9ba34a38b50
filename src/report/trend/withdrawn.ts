// What is said of a change that was announced and that the analysis does not find any more.

/** A half sentence; `told` and `over` are dates: null where that of the announcement is not known, or while it lasts. */
export function withdrawnText(told: string | null, over: string | null = null): string {
  const announced = `announced ${told === null ? 'earlier' : `on ${told}`}`
  return over === null
    ? `${announced}; the nights since do not show it any more`
    : `${announced}, over by ${over}; the nights do not show it any more`
}
