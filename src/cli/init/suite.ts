// What `init` proposes to measure.

/** A command that prints or writes results that are read. `found` is the file that gave it away. */
export type Suite = {
  tool: string
  found: string
  directory: string
  setup: string
  command: string
  results: string
  /** What is left to do by hand; '' for nothing. */
  hint: string
}

/** What a finder finds: the tool is known. */
export type Proposal = Omit<Suite, 'tool'>

/** What most proposals do not need. */
export const nothingElse = { setup: '', results: '', hint: '' }
