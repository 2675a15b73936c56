import { isKnownName, nameWords } from '../fields/name-words.ts'

/** Fields of a person, in the words of name-words.ts, which also knows `ani` and `from`. */
const PERSONAL = /\b(caller|contact|customer|client|number)\b/

const ID = /\bid\b/

/** The numbers of the company itself and times. */
const IMPERSONAL = /\b(tracking|to|company|account|count|start|end|at|duration|seconds|ms)\b/

/** Short words of a program, unless they are in an object of a person. */
const KIND = /\b(reference|kind|event|status)\b/

const TIME = /^(\d{4}-\d\d-\d\d|\d\d[./]\d\d[./]\d{4})([T ]\d\d:[\d:.,+\- Z]*)?$/

/** An id, a kind or a status, but no sentence and no address of a person. */
const CODE = /^[\w.:~+/=-]+$/

/** A value that can be a phone number, however its field is named. */
const PHONE_LIKE = /^[+(]?\d(?:[\s().\-/\u2010-\u2015]{0,3}\d){6,14}$/

/** People write numbers with these between the digits. */
const BETWEEN = '[\\s().\\-/\\u2010-\\u2015]{0,3}'

/** A shorter number is an extension. */
const MIN_DIGITS = 6

/** A number without its country and area code. */
const LOCAL_DIGITS = 7

/** Six digits or more, however they are grouped. */
const MANY_DIGITS = new RegExp(`\\d(?:${BETWEEN}\\d){${MIN_DIGITS - 1},}`, 'g')

/**
 * Replaces the digits of a caller's number by zeros wherever a text contains it: with or without the
 * country code, and however its digits are grouped.
 */
export function maskCaller(text: string, caller: string | null): string {
  const number = caller === null ? null : callerPattern(caller)
  return number === null ? text : text.replace(number, zeros)
}

/**
 * Hides what tells who called in a payload that a message shows:
 *
 * - Callers' numbers become zeros: the known caller everywhere, other numbers in fields whose names say that they are of a
 *   person, and whatever can be a phone number in fields with unknown names, such as "Anrufer".
 * - Texts become "…", except ids, kinds, statuses and times: names, summaries and notes may be in any field. Links become
 *   another one, because they may lead to a recording.
 */
export function maskCallers(payload: unknown, caller: string | null): unknown {
  const number = caller === null ? null : callerPattern(caller)
  return withoutNumbers(payload, number, 'known')
}

/** What a field has, from its name. */
type FieldKind = 'personal' | 'code' | 'known' | 'unknown'

function withoutNumbers(value: unknown, number: RegExp | null, kind: FieldKind): unknown {
  if (Array.isArray(value)) return value.map(item => withoutNumbers(item, number, kind))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        number === null ? name : name.replace(number, zeros),
        withoutNumbers(inner, number, kindOf(name, kind)),
      ]),
    )
  }
  if (typeof value === 'number') {
    const text = String(value)
    // It stays a number, because a receiver may refuse a text.
    return withoutDigits(text, number, kind) === text ? value : 0
  }
  if (typeof value !== 'string') return value
  if (!isFreeText(value, kind)) return withoutDigits(value, number, kind)
  return /^https?:/i.test(value) ? 'https://example.com/' : '…'
}

function withoutDigits(text: string, number: RegExp | null, kind: FieldKind): string {
  const withoutCaller = number === null ? text : text.replace(number, zeros)
  const isMasked = kind === 'personal' || (kind === 'unknown' && PHONE_LIKE.test(text.trim()))
  return isMasked && !TIME.test(text) ? withoutCaller.replace(MANY_DIGITS, zeros) : withoutCaller
}

function isFreeText(text: string, kind: FieldKind): boolean {
  return /\p{L}/u.test(text) && !TIME.test(text) && !(kind === 'code' && CODE.test(text))
}

/** Names within an object of a person say less than the object's own name. */
function kindOf(name: string, parent: FieldKind): FieldKind {
  const words = nameWords(name)
  if (ID.test(words)) return 'code'
  if (IMPERSONAL.test(words)) return 'known'
  if (parent === 'personal' || PERSONAL.test(words)) return 'personal'
  if (KIND.test(words)) return 'code'
  return isKnownName(words) ? 'known' : 'unknown'
}

/** No number is longer. An expression with thousands of digits takes seconds to build, or can't be built. */
const MAX_DIGITS = 30

/** null if there is no number to look for, such as "anonymous". */
function callerPattern(caller: string): RegExp | null {
  const digits = caller.replaceAll(/\D/g, '').slice(-MAX_DIGITS)
  if (digits.length < MIN_DIGITS) return null
  const local = [...digits.slice(-LOCAL_DIGITS)].join(BETWEEN)
  const codes = [...digits.slice(0, -LOCAL_DIGITS)].map(digit => `(?:${digit}${BETWEEN})?`)
  return new RegExp(`(?<!\\d)\\d*${codes.join('')}${local}(?!\\d)`, 'g')
}

function zeros(digits: string): string {
  return digits.replaceAll(/\d/g, '0')
}
