/** Characters before a number that don't belong to it: quotes, list markers, pictures, "tel:". */
const BEFORE = /^(?:[\s,;'"`<=>|{\p{Pi}\p{Pf}\p{So}„•‣⁃∙→·]|[*–—-]\s)*(?:(?:tel|callto|sms):)?/iu
const AFTER = /[\s'"`>|}\p{Pi}\p{Pf}\p{So},;:!]/u
/** "1. 082 123 0001", "2) +27 …": the position in a list, before a number starts. */
const PLACE_IN_LIST = /^[1-9]\d{0,2}[.)]\s+(?=[+(0]|27)(?=(?:\D*\d){9})/
/** "27,821,230,001", "27'821'230'001": a number that a spreadsheet treats as an amount. */
const GROUPED = /^\+?\d{1,4}([,'’_·])\d{2,4}(?:\1\d{2,4})+$/
/** A number that a spreadsheet treats as an amount. */
export const DECIMALS = /^(\+?\d{7,15})[.,]0+$/
/** "*082 123 0001*" in chats. A star at its end alone makes it a wildcard. */
const MARKED = /^([*_~]{1,3})([^*_~]+)\1$/
/** The format of most numbers: a fast path for long lists. */
const PLAIN = /^[+\d][\d -]*$/

/** A number with the digits 0 to 9 and without characters around it. */
function toPlainNumber(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = withPlainCharacters(text)
  const { from, to } = bareSpan(plain)
  const number = plain.slice(from, to).replace(MARKED, '$2')
  return GROUPED.test(number) ? number.replace(/[,'’_·]/g, '') : number
}

/** Where a text is without the signs around a number and its place in a list. */
export function bareSpan(plain: string): { from: number; to: number } {
  const begin = BEFORE.exec(plain)?.[0].length ?? 0
  const place = PLACE_IN_LIST.exec(plain.slice(begin))?.[0].length ?? 0
  // An expression for the end would take minutes in a hostile text: it tries each character of a long run as the first.
  let to = plain.length
  while (to > begin && AFTER.test(plain.charAt(to - 1))) to--
  return { from: begin + place, to }
}

type PhoneFormat = {
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

/** What a text needs conversion for; most have none of it. */
const SPECIAL = /[^\p{ASCII}]|[&%`\\]|=C2|<U/iu
/** "&#8209;" and "&#x2011;" of HTML, "\u2011" of JSON and "\xa0" of programs */
const ESCAPE = /&(?:amp;)*#(?:x([\da-f]{2,6})|(\d{2,7}));|\\u([\da-f]{4})|\\x([\da-f]{2})/gi
/** What an escape may be. Others, as in "C:\u0821230001", stay, because they have digits of a number. */
const NEAR_NUMBERS =
  /^(?:[^\S\r\n\v\f\u0085\u2028\u2029]|[\p{DI}\p{Me}\p{Pd}\p{Nd}\u2800]|(?![a-z])[!-~])$/iu
/** Spaces and soft hyphens in the source of a page, a URL, a mail or a program. */
const SPACE =
  /&(?:amp;)*(?:nbsp|thinsp|ensp|emsp|shy)\b;?|[%=]C2[%=]A[0D]|\\u\{(?:a[0d]|20[01][\da-f])\}|<U\+(?:00A[0D]|20[01][\dA-F])>|%20(?=[\d+(%])/gi
/** "%2B27821230001" in a URL */
const PLUS = /%2B(?=\d)/gi

const MAX_CODE = 0x10ffff

/** Combining marks on a digit, such as the frame of a keycap. */
const MARKS = /(?<=\p{N})\p{M}+/gu
/** Apostrophes that Unicode treats as letters or accents, and the separator of thousands in Arabic. */
const APOSTROPHES =
  /(?<=\p{Nd})[\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u02ee\u2032\u2035\u066c`](?=\p{Nd})/gu
/** Dots in the middle of the line, and slashes of fractions. */
const DOTS = /(?<=\p{Nd})[\u2022\u2027\u2219\u30fb](?=\p{Nd})/gu
const SLASHES = /[\u2044\u2215\u29f8]/g
/** Dashes that Unicode treats as other signs or letters. Japanese numbers have the last one. */
const DASHES = /[\u02d7\u2043\u2212]|(?<=\p{Nd})[\u30fc\uff70](?=\p{Nd})/gu

/** A text with the digits 0 to 9 and plain signs, without invisible characters. It has the same lines. */
export function withPlainCharacters(text: string): string {
  if (!SPECIAL.test(text)) return text
  const visible = text
    .replace(ESCAPE, (whole, hex?: string, decimal?: string, ...codes: (string | undefined)[]) => {
      const code = decimal ?? `0x${hex ?? codes[0] ?? codes[1]}`
      const character = String.fromCodePoint(Math.min(Number(code), MAX_CODE))
      return NEAR_NUMBERS.test(character) ? character : whole
    })
    .replace(SPACE, ' ')
    .replace(PLUS, '+')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(MARKS, '')
    .replace(APOSTROPHES, "'")
    .replace(/\u2800/g, ' ')
    .replace(/(?!\d)\p{Nd}/gu, digitOf)
    // Normalising other digits, such as the footnote mark of "0001²", would make a digit of them.
    .replace(/[\p{L}\p{M}]+/gu, letters => letters.normalize('NFKC'))
    .replace(/[^\p{ASCII}\p{L}\p{M}\p{N}]/gu, plainSign)
  return visible.replace(DASHES, '-').replace(DOTS, '·').replace(SLASHES, '/')
}

/** Not "™", which would become letters. */
function plainSign(sign: string): string {
  const plain = sign.normalize('NFKC')
  return /[\p{L}\p{N}]/u.test(plain) ? sign : plain
}

/** The digits of a script have consecutive code points, from 0 to 9. */
function digitOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0
  let value = 0
  while (/^\p{Nd}$/u.test(String.fromCodePoint(place - value - 1))) value++
  return String(value % 10)
}
