/**
 * The number of items that are in only one of two lists. Lists of the same length can differ: one
 * item may have left and another one arrived.
 */
export function countDifference<Item>(one: readonly Item[], other: readonly Item[]): number {
  if (one === other) return 0
  const known = new Set(one)
  const inBoth = other.reduce((count, item) => count + (known.has(item) ? 1 : 0), 0)
  return one.length + other.length - 2 * inBoth
}
