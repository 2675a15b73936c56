import { useMemo } from 'react'
import { parseEntry } from '../phone/parse-entry.ts'
import type { Entries } from './use-entries.ts'
import {
  inclusionOf,
  type ListedNumbers,
  type ValidationResult,
  validateEntries,
} from './validate-entries.ts'

/** The validation results as `useValidationResults` returns them, with what is known by now. */
export function validateAgain(
  { list, defaultCountry, included }: Entries,
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
): ValidationResult[] {
  const parsedEntries = list.map(({ text }) => parseEntry(text, defaultCountry))
  return validateEntries(parsedEntries, listed, refused, (place, own) =>
    included.has(inclusionOf(list[place]?.text ?? '', own)),
  )
}

/** One validation result for each entry. Entries that were parsed before are not parsed again. */
export function useValidationResults(
  { list, defaultCountry, included }: Entries,
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
): ValidationResult[] {
  const parsedEntries = useMemo(
    () => list.map(({ text }) => parseEntry(text, defaultCountry)),
    [list, defaultCountry],
  )
  return useMemo(
    () =>
      validateEntries(parsedEntries, listed, refused, (place, own) =>
        included.has(inclusionOf(list[place]?.text ?? '', own)),
      ),
    [parsedEntries, listed, refused, included, list],
  )
}
