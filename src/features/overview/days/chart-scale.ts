const SMALLEST_STEP = 2
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The round marks of a scale from 0 to at least `most`: 0, 30 and 60 for 53. */
export function chartScale(most: number): [number, number, number] {
  const step = roundStep(Math.max(SMALLEST_STEP, most / 2))
  return [0, step, 2 * step]
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = ROUND.map(factor => factor * power).filter(Number.isInteger)
  return steps.find(step => step >= least) ?? 10 * power
}
