import parsePhoneNumber from 'libphonenumber-js/max'
import type { ReactNode } from 'react'

/** The formats of a number, and its country. */
export type PhoneFormat = {
  /** As it is dialled inside its country: "082 123 0001". */
  national: string
  /** "+27 82 123 0001" */
  international: string
  /** "South Africa"; null for a number without a country, such as a satellite phone's. */
  country: string | null
  /** Whether it looks like the numbers of its country. */
  isUsual: boolean
}

/** @param number E.164 digits without the +. @returns null if no country code matches */
export function toPhoneFormat(number: string): PhoneFormat | null {
  const parsed = parsePhoneNumber(`+${number}`)
  // A result with other digits would be another number.
  if (parsed?.number !== `+${number}`) return null
  return {
    national: parsed.formatNational(),
    international: parsed.formatInternational(),
    country: (parsed.country && COUNTRY_NAMES.of(parsed.country)) ?? null,
    isUsual: parsed.isValid(),
  }
}

export type WithPhoneFormatProps = {
  /** E.164 digits without the +. */
  number: string
  /** @param format null if it is unknown or still loading */
  children: (format: PhoneFormat | null) => ReactNode
}

/** Loaded only when numbers are rendered, because it includes the table of all countries. */
export function WithPhoneFormat({ number, children }: WithPhoneFormatProps) {
  return children(toPhoneFormat(number))
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })
