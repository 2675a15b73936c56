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
