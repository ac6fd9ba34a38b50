// The events that no pull request can cause: one list for each use of their results.

/** The events of the default branch whose jobs each add a night to the trend. */
export const nightEvents = ['schedule', 'workflow_dispatch']

/** They add to the history of a suite. */
export const branchEvents = ['push', ...nightEvents]

/** The results of their jobs may be a baseline. */
export const baselineEvents = [...branchEvents, 'release']
