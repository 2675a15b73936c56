import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import type { Measurement } from './measurement.ts'

/** The measurements as a table for a terminal, with columns as wide as their content. */
export function table(measurements: Measurement[]): string[] {
  const rows = [
    ['What', 'Measured', 'Limit', 'Reached'],
    ...measurements.map(({ what, measured, limit, reached }) => [
      what,
      measured,
      limit,
      reached ? 'yes' : 'NO',
    ]),
  ]
  const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return lines.toSpliced(1, 0, rule)
}

/** The machine that was measured, on one line. The load is the system's just before the run. */
export function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GiB of memory, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`
}
