/** What the process at `url` holds in memory, as its /metrics says. */
export async function residentMegabytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]
  if (bytes === undefined) throw new Error('The metrics name no memory')
  return Number(bytes) / 1e6
}
