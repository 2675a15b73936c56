/** Roughly the number of rows on a screen. */
const PAGE = 10

/** The row that `key` moves to from row `index` of `count`; null for keys without an effect. */
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
