import parsePhoneNumber from 'libphonenumber-js/max'
import type { ReactNode } from 'react'
import { formatCountry } from './phone-entry.ts'

/** The facts that follow from the country code of a number. */
export type NumberCountry = {
  /** "South Africa"; null for a number without a country, such as a satellite phone's. */
  country: string | null
  /** Whether it looks like the numbers of its country. */
  isUsual: boolean
}

/** @param number E.164 digits without the +. @returns null if no country code matches */
export function countryOfNumber(number: string): NumberCountry | null {
  const parsed = parsePhoneNumber(`+${number}`)
  // A result with other digits would be another number.
  if (parsed?.number !== `+${number}`) return null
  return {
    country: parsed.country ? formatCountry(parsed.country) : null,
    isUsual: parsed.isValid(),
  }
}

export type WithNumberCountryProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param country null if it is unknown or still loading */
  children: (country: NumberCountry | null) => ReactNode
}

/** Loaded only when numbers are rendered, because it includes the table of all countries. */
export function WithNumberCountry({ number, children }: WithNumberCountryProps) {
  return children(countryOfNumber(number))
}
