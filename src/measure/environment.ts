// The environment a benchmark sees: the caller's without the runner's credentials and command files. Hygiene, not
// a boundary: a process of the same user can read the caller's memory.

const DROPPED = [
  /^ACTIONS_/,
  /^INPUT_/,
  /^STATE_/,
  /^GITHUB_(TOKEN|ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/,
  /^(GH|GITHUB|GITLAB|NPM|NODE_AUTH)_TOKEN$/,
  /^GH_ENTERPRISE_TOKEN$/,
]

/** A copy of `env` that holds no `ACTIONS_*`, `INPUT_*`, tokens or command files; sorted, the same for each side. */
export function scrubbedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !DROPPED.some(pattern => pattern.test(name)))
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}
