import { useMemo } from 'react'
import { readingOf } from '../phone/entry-reader.ts'
import { type EntryVerdict, entryVerdicts, type ListedNumbers } from './entry-verdicts.ts'
import type { Entries } from './use-entries.ts'

/** One verdict for each entry. Those that were read before are not read again. */
export function useVerdicts(
  { list, home, included }: Entries,
  listed: ListedNumbers,
  refused: ReadonlyMap<string, string>,
): EntryVerdict[] {
  const readings = useMemo(() => list.map(({ text }) => readingOf(text, home)), [list, home])
  return useMemo(
    () => entryVerdicts(readings, listed, refused, place => included.has(list[place]?.text ?? '')),
    [readings, listed, refused, included, list],
  )
}
