import { useRef } from 'react'

/**
 * Changes one end of a range of days. The URL is updated a moment later: a person who leaves one field
 * changes its day, and may change the other before that, which must not undo the first change.
 */
export function useLatestRange<Range extends { from?: unknown; to?: unknown }>(
  range: Range,
  onChange: (range: Range) => void,
): (change: Partial<Range>) => void {
  const known = useRef(range)
  const latest = useRef(range)
  if (range.from !== known.current.from || range.to !== known.current.to) {
    known.current = range
    latest.current = range
  }
  return change => {
    latest.current = { ...latest.current, ...change }
    onChange(latest.current)
  }
}
