/* Of phone-entry.ts, which is loaded with the forms for many numbers. */

export const notANumber = 'Not a phone number.'
export const notANumberOf = (country: string) => `Not a phone number of ${country}.`
export const shortenedBySpreadsheet =
  'A spreadsheet has shortened this number. Format its column as text, and copy it again.'
export const severalNumbers =
  'Ranges and wildcards can’t be blocked, only single numbers. Enter each number.'
export const hasExtension = (extension: string) =>
  `You can’t block an extension. Remove “${extension}”.`
export const ambiguous = (national: string, international: string) =>
  `This could be ${national} or ${international}. Start it with 0 or +.`
export const numberOfCountry = (written: string, country: string) => `${written} (${country})`

export const tooFewDigits = (least: number, withCountryCode: boolean) =>
  `Too short: ${withCountryCode ? 'with its country code ' : ''}a number has at least ${least} digits.`
export const tooManyDigits = (most: number, withCountryCode: boolean) =>
  `Too long: ${withCountryCode ? 'with its country code ' : ''}a number has at most ${most} digits.`
export const tooShortFor = (country: string) => `Too short for a number of ${country}.`
export const tooLongFor = (country: string) => `Too long for a number of ${country}.`
export const noSuchLength = (country: string) => `${country} has no numbers of this length.`
export const noCountryCode = (digits: string) => `No country code starts with ${digits}.`

export const zeroRemoved = 'The 0 after the country code was removed.'
export const readAsNumberOf = (country: string) => `Read as a number of ${country}.`
export const countryCode = (code: string) => `country code +${code}`
