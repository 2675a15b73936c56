/** How much of a text is shown. */
const MAX_LENGTH = 1_000

/** Characters that a terminal would act on, and invisible ones: control and format characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** A day, which stays, or a possible phone number in any notation. */
const DAY_OR_NUMBER = /(?<!\d)\d{4}-\d{2}-\d{2}(?![-\d])|\+?\d(?:[\s().-]*\d){6,}/g

/** Makes a text that quotes the service safe to print. */
export type Quote = (text: string) => string

/** @param token is never shown, even if the service repeats it */
export function createQuote(token: string): Quote {
  return text => {
    const shown = text
      .replaceAll(token, '[token]')
      // As it is in an address.
      .replaceAll(encodeURIComponent(token), '[token]')
      .replace(DAY_OR_NUMBER, match => (/^\d{4}-\d\d-\d\d$/.test(match) ? match : masked(match)))
      .replace(UNSEEN, sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown
  }
}

/** "27…01": enough to distinguish two numbers, too little to call one. */
export function masked(number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  return `${digits.slice(0, 2)}…${digits.slice(-2)}`
}
