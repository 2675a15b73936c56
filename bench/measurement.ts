/** One line of the report: a measurement, and whether it is within its limit. */
export type Measurement = { what: string; measured: string; limit: string; reached: boolean }

/** The result of a benchmark. `notes` explain where the numbers come from. */
export type Findings = { measurements: Measurement[]; notes: string[] }

/** Reports progress with `say`, because most benchmarks are slow. */
export type Benchmark = (say: (sentence: string) => void) => Promise<Findings>

/**
 * A size, multiplied by BENCH_SCALE. With 0.1 you can try a benchmark out, but its results say nothing
 * about the limits.
 */
export function scaled(size: number): number {
  return Math.max(1, Math.round(size * Number(process.env.BENCH_SCALE ?? 1)))
}

/** A measurement of which the median counts. */
export function medianUnder(limitMs: number, what: string, samples: number[]): Measurement {
  const value = median(samples)
  return {
    what,
    measured: `${Math.round(value)} ms (median of ${samples.length})`,
    limit: `under ${limitMs} ms`,
    reached: value < limitMs,
  }
}

/** A measurement that has to be small. */
export function atMost(limit: number, unit: string, what: string, value: number): Measurement {
  const digits = Number.isInteger(limit) ? 0 : 1
  return {
    what,
    measured: `${value.toFixed(digits)} ${unit}`,
    limit: `at most ${limit} ${unit}`,
    reached: value <= limit,
  }
}

/** Measures the scenarios one after the other, because they would slow each other down. */
export async function oneAfterTheOther<Scenario>(
  scenarios: Scenario[],
  measure: (scenario: Scenario) => Promise<Findings>,
): Promise<Findings> {
  const all: Findings = { measurements: [], notes: [] }
  for (const scenario of scenarios) {
    const { measurements, notes } = await measure(scenario)
    all.measurements.push(...measurements)
    all.notes.push(...notes)
  }
  return all
}

/** The fastest and the slowest sample, for a note. */
export function rangeOf(samples: number[]): string {
  return `${Math.round(Math.min(...samples))} and ${Math.round(Math.max(...samples))} ms`
}

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
