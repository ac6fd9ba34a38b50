// Exits with 0 when Gitea is built already, so that `npm test` can run what needs it without a long wait.
import { cachedGitea } from '../stand-ins/ensure-gitea.ts'

process.exitCode = cachedGitea() === null ? 1 : 0
