/**
 * Numbers that are typed as one dials them inside a country are read as numbers of this one, all of
 * which have this many digits after the 0.
 */
export const DEFAULT_COUNTRY = {
  code: 'ZA',
  callingCode: '27',
  digits: 9,
  name: 'South Africa',
} as const
