export const searchAndFilters = (used: number | undefined) =>
  `Search and filters${used === undefined ? '' : `, ${used} in use`}`
export const filters = 'Filters'
export const chart = 'Chart'
export const view = 'View'
export const list = 'List'
export const grouped = 'Grouped'
export const daysNotReadable = (range: string) =>
  `The days in this link can’t be read. These are the failures ${range}.`
export const loadingEvents = (many: string) => `Loading ${many}…`
