import { withPlainCharacters } from './plain-characters.ts'

/** "082 123 0001 ext 5", "+27821230001;ext=5", "… x5", "…#5" */
const EXTENSION = /((?:ext(?:n|ension)?|(?<=[\s,;(])x|#)[\s.:=]*\d{1,6})\)?\s*$/i
const BETWEEN = /[\s,;(]/

/** Splits a number from its extension; `extension` is null if there is none. */
export function withoutExtension(text: string): { whole: string; extension: string | null } {
  const found = EXTENSION.exec(text)
  if (!found) return { whole: text, extension: null }
  return { whole: withoutEnd(text.slice(0, found.index), BETWEEN), extension: found[1] ?? null }
}

/**
 * Removes matching characters from the end of a text. A regular expression would take minutes in a
 * hostile text, because it tries each character of a long run as the first.
 *
 * @param sign matches one character
 */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Characters before a number that don't belong to it: quotes, list markers, "tel:". */
const BEFORE = /^(?:[\s'’‘"“”„•‣▪◦●·]|[*–—-]\s)*(tel:)?/i
const AFTER = /[\s'’"“”,;]/
/** "1. 082 123 0001", "2) +27 …": the position in a list, before a number starts. */
const PLACE_IN_LIST = /^[1-9]\d{0,2}[.)]\s+(?=[+(0]|27)(?=(?:\D*\d){9})/
/** "27,821,230,001", "27'821'230'001": a number that a spreadsheet treats as an amount. */
const GROUPED = /^\+?\d{1,4}([,'’_·])\d{2,4}(?:\1\d{2,4})+$/
/** A number that a spreadsheet treats as an amount. */
export const DECIMALS = /^(\+?\d{7,15})\.0+$/
/** The format of most numbers: a fast path for long lists. */
const PLAIN = /^[+\d][\d -]*$/

/** A number with the digits 0 to 9 and without characters around it. */
function toPlainNumber(text: string): string {
  if (PLAIN.test(text)) return text
  const bare = withPlainCharacters(text).replace(BEFORE, '')
  const number = withoutEnd(bare, AFTER).replace(PLACE_IN_LIST, '')
  return GROUPED.test(number) ? number.replace(/[,'’_·]/g, '') : number
}

export type PhoneFormat = {
  /** How it starts: 0 is dialled before a number of the same country. */
  prefix: '+' | '00' | '0' | ''
  /** Without a prefix of + or 00. */
  digits: string
}

/**
 * The digits of a phone number in any usual format, for every place where a person enters one.
 *
 * @returns null if it is none; no digits for the start of one, such as "+"
 */
export function parseFormat(text: string): PhoneFormat | null {
  const plain = toPlainNumber(text).replace(/\s/g, '').replace(DECIMALS, '$1')
  const start = /^[([]*(\+|00)/.exec(plain)?.[1]
  // "+27 (0)82 …": that 0 is dialled only inside the country.
  const local = start === undefined ? plain : plain.replace('(0)', '')
  const bare = local.replace(/[-\p{Pd}()[\]./]/gu, '')
  const digits = bare.replace(/^(\+|00)/, '')
  if (!/^\d*$/.test(digits)) return null
  const prefix = start === '+' || start === '00' ? start : digits.startsWith('0') ? '0' : ''
  return { prefix, digits }
}
