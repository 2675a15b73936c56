import { formatWait } from '../../format/durations.ts'

export const tryAgain = 'Try again'
export const reloadPage = 'Reload the page'

export const wentWrongTitle = 'Something went wrong · Redial'
export const wentWrong = 'Something went wrong'
export const problemInRedial = (details: string) =>
  `The problem is in Redial, not in your data. Try again, or reload the page. ${details}`
export const browserSays = (error: string) => `The browser says: “${error}”`

/** "Last updated 14:03 UTC." */
export const lastUpdated = (time: string, timeZone: string) => `Last updated ${time} ${timeZone}.`
export const serviceIsBusy = (seconds: number | null) =>
  `The service is busy and asks us to wait ${formatWait(seconds)}. Redial then retries automatically.`
