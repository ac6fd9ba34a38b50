// What is said of a change that was announced and that the analysis does not find any more.

/** A half sentence; `date` is that of the announcement, null where it is not known. */
export const withdrawnText = (date: string | null): string =>
  `announced ${date === null ? 'earlier' : `on ${date}`}; the nights since do not show it any more`
