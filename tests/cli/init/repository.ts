// A repository of these texts, for the finders of init.
import { type Repository, repositoryOf } from '../../../src/cli/init/repository.ts'

export const repository = (texts: Record<string, string>): Repository =>
  repositoryOf('/home/me/rocket', Object.keys(texts), path => texts[path] ?? '')
