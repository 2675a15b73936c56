import { blocklist } from './blocklist.ts'
import { callerCheck } from './caller-check.ts'
import { deliveries } from './deliveries.ts'
import { engine } from './engine.ts'
import { fairness } from './fairness.ts'
import { firstPage } from './first-page.ts'
import { grouping } from './grouping.ts'
import { kills } from './kills.ts'
import { latency } from './latency.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { nextPage } from './next-page.ts'
import { pages } from './pages.ts'
import { paste } from './paste.ts'
import { replayChanges } from './replay-changes.ts'
import { replays } from './replays.ts'
import { machine, table } from './report.ts'
import { schedule } from './schedule.ts'
import { security } from './security.ts'
import { start } from './start.ts'

const BENCHMARKS: Record<string, Benchmark> = {
  'first-page': firstPage,
  'next-page': nextPage,
  grouping,
  pages,
  blocklist,
  paste,
  'caller-check': callerCheck,
  start,
  deliveries,
  engine,
  fairness,
  latency,
  schedule,
  kills,
  replays,
  'replay-changes': replayChanges,
  security,
}

/**
 * Runs the benchmarks, or the one that the argument names.
 *
 * @returns what to exit with: 1 when a limit is missed, 2 when there is no such benchmark
 */
async function main([chosen, ...more]: string[]): Promise<number> {
  const names = chosen === undefined ? Object.keys(BENCHMARKS) : [chosen]
  if (more.length > 0 || names.some(name => !Object.hasOwn(BENCHMARKS, name))) {
    console.error(
      `There is no such benchmark. Name one of ${Object.keys(BENCHMARKS).join(', ')}, or none to run all.`,
    )
    return 2
  }
  console.log(machine())
  const measurements: Measurement[] = []
  for (const name of names) measurements.push(...(await run(name)))
  console.log(`\n${table(measurements).join('\n')}\n`)
  return measurements.every(({ reached }) => reached) ? 0 : 1
}

/** A benchmark that breaks has missed its limits, and doesn't keep the others from running. */
async function run(name: string): Promise<Measurement[]> {
  console.log(`\n${name}`)
  try {
    const benchmark = BENCHMARKS[name]
    if (benchmark === undefined) throw new Error('There is no such benchmark')
    const { measurements, notes } = await benchmark(sentence => console.log(`  … ${sentence}`))
    for (const note of notes) console.log(`  ${note}`)
    return measurements
  } catch (error) {
    console.error(error)
    return [{ what: name, measured: 'could not be measured', limit: '', reached: false }]
  }
}

process.exit(await main(process.argv.slice(2)))
