export const searchAndFilters = 'Search and filters'
export const chart = 'Chart'
export const view = 'View'
export const list = 'List'
export const grouped = 'Grouped'
export const daysNotReadable = (range: string) =>
  `The days in this link can’t be read. These are the failures ${range}.`
export const loadingEvents = (many: string) => `Loading ${many}…`

export const filters = 'Filters'
export const search = 'Search'
export const searchExamples = 'Number, call, company, cause…'
export const clear = 'Clear'
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
