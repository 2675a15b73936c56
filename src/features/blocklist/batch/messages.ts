import { formatWait } from '../../../format/durations.ts'
import { formatNumber } from '../../../format/numbers.ts'

/* Apart from the texts of the page, because forms that are loaded on demand also show them. */

export const loadingForm = 'Loading…'
export const progress = (action: string, done: number, all: number) =>
  `${action}: ${formatNumber(done)} of ${formatNumber(all)} done.`
export const waiting = (seconds: number) =>
  `The service asks us to wait ${formatWait(seconds)}. Then it continues automatically.`
export const stopping = 'Stopping once the service has answered.'
export const stop = 'Stop after this batch'

export const notYoursTitle = 'You can’t change this blocklist'
export const notYours = (detail: string | null) =>
  `The service lets you change only the blocklists of your own companies, partner and groups. It says: “${detail}”`
export const tooLargeTitle = 'The request is too large for the service'
export const tooLarge =
  'It rejected even a single number. Report this to the operator of the service: neither the number nor Redial is the cause.'
