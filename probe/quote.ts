/** How much of a text of the service is shown. */
const MAX_LENGTH = 160

/** What a terminal would act upon, and what can't be seen: control and format characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** A day, which stays, or what may be a phone number, however it is written. */
const DAY_OR_NUMBER = /(?<!\d)\d{4}-\d{2}-\d{2}(?![-\d])|\+?\d(?:[\s().-]*\d){6,}/g

/** Makes a text that came from the service fit to be shown. */
export type Quote = (text: string) => string

/** @param token is never shown, should the service repeat it */
export function createQuote(token: string): Quote {
  return text => {
    const shown = text
      .replaceAll(token, '[token]')
      .replace(DAY_OR_NUMBER, found => (/^\d{4}-\d\d-\d\d$/.test(found) ? found : masked(found)))
      .replace(UNSEEN, sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown
  }
}

/** "27…01": enough to tell two numbers apart, too little to call one. */
export function masked(number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  return `${digits.slice(0, 2)}…${digits.slice(-2)}`
}
