import type { ReactNode } from 'react'
import { DEFAULT_COUNTRY } from '../../../../contract/blocklist.ts'
import { numberInterpretations } from './number-search.ts'
import { readPhoneEntry } from './phone-entry.ts'

/**
 * The complete numbers that a text can mean, most likely first: as the form that blocks numbers reads
 * it, and as the digits are written, because a list of the service can have any.
 */
export function readNumbers(text: string): string[] {
  const parsed = readPhoneEntry(text, DEFAULT_COUNTRY.code)
  const asInForm =
    parsed.kind === 'number'
      ? [parsed.number]
      : parsed.kind === 'unclear'
        ? [parsed.asNational, parsed.asInternational].map(written => written.slice(1))
        : []
  return [...new Set([...asInForm, ...numberInterpretations(text)])]
}

export type WithNumberReadingsProps = {
  text: string
  children: (readings: string[]) => ReactNode
}

/** Loaded only for a search for a number, because it includes the table of all countries. */
export function WithNumberReadings({ text, children }: WithNumberReadingsProps) {
  return children(readNumbers(text))
}
