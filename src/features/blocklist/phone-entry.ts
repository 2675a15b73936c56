import { PHONE_NUMBER } from '../../../contract/blocklist.ts'

/** What a typed entry comes to: the digits as they are sent, or what is wrong with it in words. */
export type PhoneEntry = { number: string; problem: null } | { number: null; problem: string }

const MIN_DIGITS = 7
const MAX_DIGITS = 15

/** Reads a phone number in any usual writing as E.164 digits without the +. */
export function readPhoneEntry(text: string): PhoneEntry {
  const written = text
    .normalize('NFKC')
    .replace(/^\s*tel:/i, '')
    .replace(/[\s\p{Cf}]/gu, '')
  const isInternational = /^[([]*(\+|00)/.test(written)
  // "+27 (0)82 …": that nought is dialled only inside the country.
  const local = isInternational ? written.replace('(0)', '') : written
  const digits = local.replace(/[-\p{Pd}()[\].]/gu, '').replace(/^(\+|00)/, '')

  if (!/^\d+$/.test(digits)) return wrong('Not a phone number.')
  if (digits.startsWith('0')) {
    return wrong('Begin with the country code, such as 27 for South Africa, without a 0 before it.')
  }
  if (digits.length < MIN_DIGITS) {
    return wrong(`Too short: with its country code a number has at least ${MIN_DIGITS} digits.`)
  }
  if (digits.length > MAX_DIGITS) {
    return wrong(`Too long: with its country code a number has at most ${MAX_DIGITS} digits.`)
  }
  return PHONE_NUMBER.test(digits)
    ? { number: digits, problem: null }
    : wrong('Not a phone number.')
}

/** The entries of a pasted text: one per line, comma, semicolon or column. */
export function splitPhoneEntries(text: string): string[] {
  return text
    .split(/[\r\n\t,;]+/)
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}

function wrong(problem: string): PhoneEntry {
  return { number: null, problem }
}
