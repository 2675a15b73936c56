/** The value that half of the samples stay under. */
export function median(samples: number[]): number {
  return percentile(samples, 50)
}

/** The smallest sample that `percent` of a hundred samples don't exceed (nearest rank). */
export function percentile(samples: number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  const value = sorted[rank - 1]
  if (value === undefined) throw new Error('There are no samples to take a percentile of')
  return value
}
