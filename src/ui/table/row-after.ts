/** As many as a screen shows, or nearly. */
const PAGE = 10

/** The row that `key` leads to from row `index` of `count`; null where the key means nothing. */
export function rowAfter(index: number, key: string, count: number): number | null {
  const next = targetOf(index, key, count)
  return next === null ? null : Math.min(count - 1, Math.max(0, next))
}

function targetOf(index: number, key: string, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + PAGE
    case 'PageUp':
      return index - PAGE
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
