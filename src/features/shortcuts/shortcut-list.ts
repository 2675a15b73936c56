/** The shortcuts in the dialog, by the place where they work. */
export const SHORTCUTS: { where: string; keys: { key: string; what: string }[] }[] = [
  {
    where: 'In a list of failed events',
    keys: [
      { key: 'J', what: 'Next event' },
      { key: 'K', what: 'Previous event' },
      { key: 'Enter', what: 'Open the event' },
      { key: 'X', what: 'Select the event, or remove it from the selection' },
      { key: 'R', what: 'Replay the event, after a confirmation' },
      { key: '/', what: 'Search' },
      { key: 'Esc', what: 'Close the details' },
    ],
  },
  {
    where: 'Everywhere',
    keys: [
      { key: 'Ctrl K', what: 'Go to a page, or search for a company, number or call' },
      { key: '?', what: 'This list' },
    ],
  },
]
