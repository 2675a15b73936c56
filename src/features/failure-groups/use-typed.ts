import { useEffect, useRef, useState } from 'react'
import type { ListProps } from '../failed-events/list-search.ts'

/** So long after the last keystroke the address follows. */
const PAUSE_MS = 300

/**
 * What is being typed to search for. It belongs to the field until the typing pauses, and then to
 * the address; what the address says otherwise, as after Back, replaces it.
 */
export function useTyped(
  search: ListProps['search'],
  onSearch: ListProps['onSearch'],
): [typed: string, type: (typed: string) => void] {
  const inAddress = search.q ?? ''
  const [draft, setDraft] = useState<string | null>(null)
  const [known, setKnown] = useState(inAddress)
  const [sent, setSent] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ search, onSearch })
  latest.current = { search, onSearch }
  // Another page must not be led back here.
  useEffect(() => () => clearTimeout(timer.current), [])
  if (inAddress !== known) {
    setKnown(inAddress)
    // The address may arrive when the typing has gone on: then the field is ahead of it.
    if (inAddress !== sent || inAddress === draft) setDraft(null)
    setSent(null)
  }
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const now = latest.current
      setSent(typed)
      now.onSearch({ ...now.search, q: typed || undefined }, { replace: true })
    }, PAUSE_MS)
  }
  return [draft ?? inAddress, type]
}
