export const searchAndFilters = 'Search and filters'
export const chart = 'Chart'
export const view = 'View'
export const list = 'List'
export const grouped = 'Grouped'
export const daysNotReadable = (range: string) =>
  `The days in this link can’t be read. These are the failures ${range}.`
export const loadingEvents = (many: string) => `Loading ${many}…`

export const sendsAgain = 'Redial sends it to the company’s system again.'
export const sendIt = 'Send it'

export const filters = 'Filters'
export const search = 'Search'
export const searchExamples = 'Number, call, company, cause…'
export const clear = 'Clear'
export const sort = 'Sort'
export const asListed = 'As listed'
export const anotherOrder = 'Another order'
export const newestFirst = 'Newest first'
export const oldestFirst = 'Oldest first'
export const companyUp = 'Company, A to Z'
export const companyDown = 'Company, Z to A'
export const caller = 'Caller'
export const whyItFailed = 'Why it failed'
export const mostMissingFirst = 'Most missing first'
export const fewestMissingFirst = 'Fewest missing first'
export const nameUp = 'Name, A to Z'
export const nameDown = 'Name, Z to A'
export const mostCallsFirst = 'Most calls first'
export const latestFailureFirst = 'Latest failure first'
export const cause = 'Cause'
export const receiver = 'Receiver'
export const company = 'Company'
export const kind = 'Kind'
export const httpStatus = 'HTTP status'
export const chosenFilter = (label: string, value: string) => `${label}: ${value}`
export const removeFilter = (label: string, value: string) => `Remove the filter ${label}: ${value}`

export const state = 'State'
export const stillMissing = 'Still missing'
export const delivered = 'Delivered'
export const handled = 'Handled'
export const all = 'All'
