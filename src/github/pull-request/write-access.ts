// Finds out who may write to the repository. The author's role in an event (`author_association`) is no proof: a member
// of the organisation may lack write access. Nor is a label, which people with the triage role can set.
import { type ConnectedJob, hasStatus } from '../api/connect.ts'
import { explainRefusal } from '../api/explain-refusal.ts'

/** Whether `login` may write to the repository now. Throws an Error that explains why the server does not tell. */
export async function hasWriteAccess(
  { octokit, owner, repo }: ConnectedJob,
  login: string,
): Promise<boolean> {
  if (login === '') return false
  try {
    const request = { owner, repo, username: login }
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel(request)
    return ['admin', 'write'].includes(data.permission)
  } catch (error) {
    // The actor is an app, or an account that is gone.
    if (hasStatus(error, 404)) return false
    throw new Error(`write access of ${login} is not known: ${explainRefusal(error, 'contents: read')}`)
  }
}
