import * as messages from './shortcuts-dialog-messages.ts'

/** The shortcuts in the dialog, by the place where they work. */
export const SHORTCUTS: { where: string; keys: { key: string; what: string }[] }[] = [
  {
    where: messages.inList,
    keys: [
      { key: 'J', what: messages.nextEvent },
      { key: 'K', what: messages.previousEvent },
      { key: 'Enter', what: messages.openEvent },
      { key: 'X', what: messages.selectEvent },
      { key: 'R', what: messages.replayEvent },
      { key: '/', what: messages.search },
      { key: 'Esc', what: messages.closeDetails },
    ],
  },
  {
    where: messages.everywhere,
    keys: [
      { key: 'Ctrl K', what: messages.goToPage },
      { key: '?', what: messages.thisList },
    ],
  },
]
