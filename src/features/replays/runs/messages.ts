export const replays = 'Replays'
export const purpose = 'Events that your team sent again, with their results.'
export const loadingReplays = 'Loading the replays…'
export const firstPage = 'First page'
export const noReplaysYet = 'No replays yet'

export const when = 'When'
export const whenColumn = (timeZone: string) => `When (${timeZone})`
export const startedByColumn = 'Started by'
export const noNameGiven = 'No name given'
export const eventsColumn = 'Events'
export const progressColumn = 'Progress'
