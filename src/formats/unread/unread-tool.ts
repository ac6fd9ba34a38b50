// What is known of a tool whose output stable-bench does not read.

/** A text with one of `signs` can only be this tool's output. `instead` is the advice. */
export type UnreadTool = {
  tool: string
  /** The format that reads the same rows, where the tool can print them as well. */
  format?: string
  /** It measured nothing, so it takes no rows away from other results beside it. */
  hasNoRows?: true
  signs: (RegExp | ((text: string) => boolean))[]
  instead: string
}
