// Prints to the standard output and the standard error. In a step of GitHub's runner no printed line acts as a command
// to the runner.
import { inertDocument, inertText, isInJob } from '../files/workflow-commands.ts'
import { isStandardOutput, writeWhole } from '../files/write.ts'

/** Writes text that may hold names or output of a benchmark to the standard output. */
export const printText = (text: string): void => void process.stdout.write(isInJob() ? inertText(text) : text)

/** Writes a JSON document to the standard output. Its strings stay what they are. */
export const printJson = (text: string): void =>
  void process.stdout.write(isInJob() ? inertDocument(text) : text)

/** Writes a message to the standard error. */
export const printMessage = (text: string): void =>
  void process.stderr.write(isInJob() ? inertText(text) : text)

/** Progress, hints and paths go to the standard error, unless --quiet. */
export function say({ quiet }: { quiet: boolean }, text: string): void {
  if (!quiet) printMessage(`${text}\n`)
}

/** Whether the report or document that goes to `out` goes to the standard output. */
export const isPrinted = (out: string) => out === '' || isStandardOutput(out)

/** Prints a report or a document, or writes it to `out`. Throws an InputError. */
export function put(out: string, text: string, form: string): void {
  const print = form === 'json' ? printJson : printText
  if (isPrinted(out)) print(text.endsWith('\n') ? text : `${text}\n`)
  else writeWhole(out, text)
}
