/**
 * A size that is smaller where BENCH_SCALE says so, such as 0.1, to try a benchmark out. What it then
 * finds says nothing about the limits.
 */
export function scaled(size: number): number {
  return Math.max(1, Math.round(size * Number(process.env.BENCH_SCALE ?? 1)))
}
