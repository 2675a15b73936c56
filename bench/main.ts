import { blocklist } from './blocklist.ts'
import { callerCheck } from './caller-check.ts'
import { deliveries } from './deliveries.ts'
import { engine } from './engine.ts'
import { events } from './events.ts'
import { fairness } from './fairness.ts'
import { firstRow } from './first-row.ts'
import { grouping } from './grouping.ts'
import { latency } from './latency.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { memory } from './memory.ts'
import { notices } from './notices.ts'
import { pages } from './pages.ts'
import { paste } from './paste.ts'
import { replays } from './replays.ts'
import { machine, table } from './report.ts'
import { retention } from './retention.ts'
import { schedule } from './schedule.ts'
import { security } from './security.ts'
import { start } from './start.ts'

const BENCHMARKS: Record<string, Benchmark> = {
  'first-row': firstRow,
  grouping,
  events,
  pages,
  blocklist,
  paste,
  'caller-check': callerCheck,
  start,
  deliveries,
  engine,
  fairness,
  latency,
  memory,
  notices,
  schedule,
  replays,
  retention,
  security,
}

/**
 * Runs the benchmarks that the arguments name one after the other, or all of them.
 *
 * @returns the exit code: 1 if a limit is missed, 2 if a name is unknown
 */
async function main(args: string[]): Promise<number> {
  const names = Object.keys(BENCHMARKS)
  const unknown = args.filter(name => !names.includes(name))
  if (unknown.length > 0) {
    const list = `${names.join(', ')}, or none to run all`
    console.error(`There is no benchmark ${unknown.join(', ')}. Name one or more of ${list}.`)
    return 2
  }
  console.log(machine())
  const measurements: Measurement[] = []
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (args.length > 0 && !args.includes(name)) continue
    measurements.push(...(await run(name, benchmark)))
  }
  console.log(`\n${table(measurements).join('\n')}\n`)
  return measurements.every(({ reached }) => reached) ? 0 : 1
}

/** A benchmark that breaks has missed its limits, and doesn't keep the others from running. */
async function run(name: string, benchmark: Benchmark): Promise<Measurement[]> {
  console.log(`\n${name}`)
  try {
    const { measurements, notes } = await benchmark(sentence => console.log(`  … ${sentence}`))
    for (const note of notes) console.log(`  ${note}`)
    return measurements
  } catch (error) {
    console.error(error)
    return [{ what: name, measured: 'could not be measured', limit: '', reached: false }]
  }
}

process.exit(await main(process.argv.slice(2)))
