import { PHONE_NUMBER } from '../../../../contract/blocklist.ts'
import { DEFAULT_COUNTRY } from './default-country.ts'
import { withPlainCharacters } from './plain-number.ts'

/**
 * Finds the numbers that a typed text matches, completely or at its start, in any usual format.
 * Shorter ones are found inside numbers too: people know the last digits by heart.
 *
 * @returns null where nothing is searched for; a text that is no part of a number finds none
 */
export function numberMatch(text: string): ((number: string) => boolean) | null {
  const typed = parseSearch(text)
  if (typed === 'nothing') return null
  if (typed === 'no number') return () => false
  const { kind, digits, inside } = typed
  if (kind === 'anyhow') return number => number.includes(digits)
  const full = kind === 'national' ? DEFAULT_COUNTRY.callingCode + digits.slice(1) : digits
  if (inside === null) return number => number.startsWith(full)
  return number => number.startsWith(full) || number.includes(inside)
}

/** Whether a text can only be meant as a number, and is long enough to look for it everywhere. */
export function isNumberSearch(text: string): boolean {
  const typed = parseSearch(text)
  if (typeof typed === 'string') return false
  return typed.kind === 'international' || typed.digits.length >= 3
}

/**
 * The whole numbers that a text can stand for, the likeliest first: without + or 00 it may have
 * been written with its country code or as it's dialled in the default country.
 */
export function numberInterpretations(text: string): string[] {
  const typed = parseSearch(text)
  if (typeof typed === 'string') return []
  const { kind, digits } = typed
  const { callingCode } = DEFAULT_COUNTRY
  const interpretations = {
    international: [digits],
    national: [callingCode + digits.slice(1)],
    anyhow: digits.startsWith(callingCode)
      ? [digits]
      : digits.length <= DEFAULT_COUNTRY.digits
        ? [callingCode + digits, digits]
        : [digits],
  }
  return interpretations[kind].filter(number => PHONE_NUMBER.test(number))
}

/** Whether there may be such a number: half of one of the default country is none yet. */
export function isWhole(number: string): boolean {
  const { callingCode, digits } = DEFAULT_COUNTRY
  return !number.startsWith(callingCode) || number.length === callingCode.length + digits
}

type ParsedSearch =
  | 'nothing'
  | 'no number'
  | {
      kind: 'international' | 'national' | 'anyhow'
      digits: string
      /** What may stand in the middle of a number: all but what begins with a +. */
      inside: string | null
    }

function parseSearch(text: string): ParsedSearch {
  const written = withPlainCharacters(text)
    .replace(/^\s*tel:/i, '')
    .replace(/[\s\p{Pd}[\]./]/gu, '')
  // "+27 (0)82 …": that nought is dialled only inside the country.
  const local = /^\(?(\+|00)/.test(written) ? written.replace('(0)', '') : written
  const bare = local.replace(/[()]/g, '')
  if (bare === '' || bare === '+') return 'nothing'
  if (!/^\+?\d+$/.test(bare)) return 'no number'
  if (/^\+\d/.test(bare)) return { kind: 'international', digits: bare.slice(1), inside: null }
  if (/^00[1-9]/.test(bare)) return { kind: 'international', digits: bare.slice(2), inside: bare }
  return { kind: bare.startsWith('0') ? 'national' : 'anyhow', digits: bare, inside: bare }
}
