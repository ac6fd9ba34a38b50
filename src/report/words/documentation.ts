// Where the documentation of this release is: a reader of a report has none of our files.

declare const __VERSION__: string | undefined

/** The bundle knows its version. Run from the sources, the newest pages are the right ones. */
const release = typeof __VERSION__ === 'undefined' ? 'main' : `v${__VERSION__}`

/** The page about publish workflows and the labels that they follow. */
export const onDemandPage = `https://github.com/org/stable-bench/blob/${release}/docs/on-demand.md`
