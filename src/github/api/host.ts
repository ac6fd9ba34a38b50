// The differences between the servers that the action runs on: a record each, chosen by the address of the API. A difference that an
// answer shows by itself (no digest, no merge base) needs no field.

export type Host = {
  /** The login that a job's token writes as, where the token may not ask for its owner; null where it may. */
  jobAuthor: string | null
  /** Whether a commit can have check runs beside the status of its jobs. */
  hasChecks: boolean
  /** Whether a list of artifacts names the branch and the repository of the run that left each. */
  provesArtifacts: boolean
  /** Whether the server says when a branch was pushed to. */
  datesPushes: boolean
  /** Whether an artifact without an archive opens in the browser. */
  showsPages: boolean
  /** How many items a full page of a list has when a hundred are asked for. */
  pageSize: number
}

/** GitHub, and GitHub Enterprise Cloud. */
const github: Host = {
  jobAuthor: 'github-actions[bot]',
  hasChecks: true,
  provesArtifacts: true,
  datesPushes: true,
  showsPages: true,
  pageSize: 100,
}

/** Gitea and Forgejo. They know no `per_page`, so that their default counts. */
const gitea: Host = {
  jobAuthor: null,
  hasChecks: false,
  provesArtifacts: false,
  datesPushes: false,
  showsPages: false,
  pageSize: 30,
}

/** The host whose API has the address `baseUrl`. */
export function hostAt(baseUrl: string): Host {
  if (/\/api\/v1\/?$/.test(baseUrl)) return gitea
  const isEnterpriseServer = /\/api\/v3\/?$/.test(baseUrl)
  return { ...github, showsPages: !isEnterpriseServer }
}
