// The names of the events that no pull request can cause, by what may be made of the results of their jobs.

/** Of the default branch: what they measure becomes a night of the trend. */
export const nightEvents = ['schedule', 'workflow_dispatch']

/** They add to the history of a suite. */
export const branchEvents = ['push', ...nightEvents]

/** The results of their jobs may be a baseline. */
export const baselineEvents = [...branchEvents, 'release']
