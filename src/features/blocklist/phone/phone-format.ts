import parsePhoneNumber from 'libphonenumber-js/max'

/** How a number is written, and where it belongs. */
export type PhoneFormat = {
  /** As it's dialled inside its country: "082 123 0001". */
  national: string
  /** "+27 82 123 0001" */
  international: string
  /** "South Africa"; null for a number of no country, such as a satellite phone's. */
  country: string | null
  /** Whether it looks like the numbers of its country. */
  isUsual: boolean
}

/** @param number E.164 digits without the +; null where no country begins so */
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

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })
