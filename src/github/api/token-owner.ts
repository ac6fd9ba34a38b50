// Finds the login that a token writes as.
import type { Octokit } from './connect.ts'

/**
 * The login of the token's owner. Null where the token may not ask, as with the token of an app or a job on GitHub.
 */
export async function tokenOwner({ rest }: Octokit): Promise<string | null> {
  try {
    return (await rest.users.getAuthenticated()).data.login
  } catch (error) {
    if ([401, 403, 404].includes((error as { status?: number }).status ?? 0)) return null
    throw error
  }
}
