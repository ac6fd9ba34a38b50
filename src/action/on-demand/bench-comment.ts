// The comment `/bench [suite] [runs] [commit]`. Anybody can write any text there: only words that fit exactly become
// outputs of the job.
import { inputs } from '../../inputs/values.ts'

/** Empty where the comment does not say; `commit` has seven digits at least. */
type Asked = { suite: string; runs: string; commit: string }

/** `problem` is set where a comment is meant for stable-bench and cannot be read. */
type Read = (Asked & { problem: null }) | { problem: string }

const form = /^\/bench(?:[ \t]+([A-Za-z0-9._-]{1,60}))?(?:[ \t]+([0-9]{1,4}))?$/
/** A last word of seven hexadecimal digits or more is a commit, never a suite. */
const last = /[ \t]+([0-9a-f]{7,40})$/i

/** Reads the whole text of a comment. A number alone is that of runs. Null where it is no request. */
export function readBenchComment(body: string): Read | null {
  const text = body.trim()
  if (!/^\/bench(?![\w-])/.test(text)) return null
  const commit = (last.exec(text)?.[1] ?? '').toLowerCase()
  const [found, word = '', number = ''] = form.exec(text.replace(last, '')) ?? []
  if (found === undefined)
    return {
      problem: 'the comment has to be /bench, /bench SUITE, /bench SUITE RUNS or one of them and a COMMIT',
    }
  const isNumber = /^[0-9]+$/.test(word)
  if (isNumber && number !== '') return { problem: 'the first word after /bench has to be a suite' }
  const [suite, runs] = isNumber ? ['', word] : [word, number]
  const { min, max } = inputs.runs
  const fits = runs === '' || (Number(runs) >= min && Number(runs) <= max)
  return fits
    ? { suite, runs, commit, problem: null }
    : { problem: `runs has to be ${min} to ${max}, not ${runs}` }
}
