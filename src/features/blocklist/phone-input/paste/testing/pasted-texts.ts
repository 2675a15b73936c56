import type { CountryCode } from 'libphonenumber-js/max'
import { pastedEntries } from '../pasted-entries.ts'

/** Like `pastedEntries`, with only the texts of the entries. */
export async function pastedTexts(text: string, defaultCountry: CountryCode) {
  const { entries, ...others } = await pastedEntries(text, defaultCountry)
  return { entries: entries.map(entry => entry.text), ...others }
}
