/** Every page, in the order of the navigation. Each test of all pages uses this list. */
export const PAGES = [
  { name: 'Overview', path: '/' },
  { name: 'Failed calls', path: '/failed-calls' },
  { name: 'Failed AI events', path: '/failed-ai-events' },
  { name: 'Blocklist', path: '/blocklist' },
  { name: 'Replays', path: '/replays' },
  { name: 'Receivers', path: '/receivers' },
  { name: 'Activity', path: '/activity' },
  { name: 'Settings', path: '/settings' },
]

/** Further views of a page, which have controls and texts of their own. */
export const VIEWS = [
  { name: 'Failed calls in groups', path: '/failed-calls?view=groups' },
  { name: 'Failed calls that a search finds', path: '/failed-calls?q=motors' },
  { name: 'Failed calls with their chart', path: '/failed-calls?chart=on' },
  { name: 'The blocklist by partner', path: '/blocklist?context=partner' },
  { name: 'The blocklist by group', path: '/blocklist?context=group' },
  { name: 'All blocked numbers', path: '/blocklist?view=all' },
  { name: 'A company', path: '/companies/Acme%20Cars%20Sandton' },
  { name: 'A report', path: '/report' },
  { name: 'The numbers of a company', path: '/blocklist?entity=acme-cars' },
]

export const PAGE_NAMES = PAGES.map(({ name }) => name)
