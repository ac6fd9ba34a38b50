// Rewrites every copy of texts that are declared once: action.yml, the tables of the reference, the JSON schemas and
// the texts of --help.
import { writeFileSync } from 'node:fs'
import { declaredCopies } from './declared-copies.ts'

for (const [path, content] of Object.entries(declaredCopies())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), content)
}
