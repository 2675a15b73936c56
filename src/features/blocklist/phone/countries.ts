/**
 * The country of numbers without a country code, until a person chooses another. All of its numbers
 * have this many digits after the 0.
 */
export const DEFAULT_COUNTRY = {
  code: 'ZA',
  callingCode: '27',
  digits: 9,
  name: 'South Africa',
} as const

let names: Intl.DisplayNames | undefined

/** "South Africa" for ZA. Names load with the first call, because most pages need none. */
export function formatCountry(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}
