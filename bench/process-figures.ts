import { readFileSync } from 'node:fs'

/** A figure of the process at `url`, from its /metrics. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`The metrics have no ${name}`)
  return Number(value)
}

/** In MB. */
export async function residentMegabytes(url: string): Promise<number> {
  return (await metricOf(url, 'process_resident_memory_bytes')) / 1e6
}

/** Memory of a process in kB, from a file of Linux: `VmRSS` is the current value, `VmHWM` the maximum. */
export function kilobytesOf(
  pid: number | undefined,
  name: 'VmRSS' | 'VmHWM' | 'Pss',
  file: 'status' | 'smaps_rollup' = 'status',
): number {
  const text = readFileSync(`/proc/${pid}/${file}`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])
}
