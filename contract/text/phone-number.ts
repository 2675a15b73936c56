/** Country calling codes of one and two digits. All others have three (ITU-T E.164). */
const SHORT_CODES = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** "20 7946 0958", and mobile and most local numbers: "7946 095800" */
const BRITISH = /^(2\d)(\d{4})(\d{4})$|^(1(?!1|\d1)\d{3}|7\d{3})(\d{6})$/

/**
 * The only display format of phone numbers: "+27 82 123 0001". It groups the country code, the last
 * four digits, the three before them, and the rest.
 *
 * South Africa and North America use this format. Most British numbers are grouped by their own
 * rule, which is short. Other countries have their own format, but the table of all of them takes 50 KiB, which is too much for the first load
 * (docs/decisions/0028).
 *
 * @param number E.164 digits, with or without the "+". Anything else stays unchanged
 */
export function formatPhoneNumber(number: string): string {
  const digits = /^\+?([1-9]\d{6,14})$/.exec(number)?.[1]
  if (digits === undefined) return number
  const code = callingCodeOf(digits)
  const rest = digits.slice(code.length)
  const british = code === '44' ? BRITISH.exec(rest) : null
  if (british) return `+44 ${british.slice(1).filter(Boolean).join(' ')}`
  const [area, middle, last] = [rest.slice(0, -7), rest.slice(-7, -4), rest.slice(-4)]
  return `+${[code, area, middle, last].filter(Boolean).join(' ')}`
}

/** The country code that digits start with. */
export function callingCodeOf(digits: string): string {
  return SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
}
