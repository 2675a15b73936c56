/** What the process at `url` holds in memory, as its /metrics says. */
export async function residentMegabytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  console.log(
    text
      .split('\n')
      .filter(l => /^(process_res|nodejs_(heap_size|external)|process_open_fds)/.test(l))
      .join(' | '),
  )
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]
  if (bytes === undefined) throw new Error('The metrics name no memory')
  return Number(bytes) / 1e6
}
