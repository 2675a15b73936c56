import { formatWait } from '../../format/durations.ts'
import { formatNumber } from '../../format/numbers.ts'

export const reloadPage = 'Reload the page'
export const reloadDiscards = 'Reloading discards what you typed or selected.'

export const wentWrongTitle = 'Something went wrong · Redial'
export const wentWrong = 'Something went wrong'
export const problemInRedial = (details: string) =>
  `The problem is in Redial, not in your data. Try again, or reload the page. ${details}`
export const browserSays = (error: string) => `The browser says: “${error}”`

/** "Last updated 14:03 UTC." */
export const lastUpdated = (time: string, timeZone: string) => `Last updated ${time} ${timeZone}.`
export const serviceIsBusy = (seconds: number | null) =>
  `The service is busy and asks us to wait ${formatWait(seconds)}. Redial then retries automatically.`

export const answerOfService = 'Answer of the service'
export const showAnswer = 'Show the answer'
export const hideAnswer = 'Hide the answer'
export const copyAnswer = 'Copy the answer'
export const downloadAnswer = 'Download the answer'
export const copyBlocked = 'The browser blocked copying. Download the answer instead.'
export const firstCharacters = (shown: number, all: number) =>
  `The first ${formatNumber(shown)} of ${formatNumber(all)} characters. Copy and Download have all of them.`
export const showMore = 'Show more'
