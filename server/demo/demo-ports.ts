import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

const DemoPorts = z.object({
  /** For the receivers whose certificate the sender is configured to trust. */
  receivers: z.int(),
  /** For the receiver with an untrusted certificate. */
  untrusted: z.int(),
  /** A port that nothing listens on. */
  unreachable: z.int(),
})
export type DemoPorts = z.infer<typeof DemoPorts>

const USUAL_PORTS = [4443, 4444, 4445]

/**
 * The receivers' ports, chosen at the first start and kept in `folder`, because the callback URLs of
 * all recorded failures contain them. 'fixed' uses 4443 to 4445 if they are free.
 */
export async function keepPorts(folder: string, choice: 'fixed' | 'free'): Promise<DemoPorts> {
  const file = join(folder, 'ports.json')
  const kept = DemoPorts.safeParse(await readJson(file))
  if (kept.success) return kept.data

  const probes = await Promise.all(
    USUAL_PORTS.map(async port => (choice === 'fixed' && (await probe(port))) || probe(0)),
  )
  const [receivers, untrusted, unreachable] = probes.map(held => (held === null ? 0 : held.port))
  await Promise.all(probes.map(held => held?.release()))
  const ports = DemoPorts.parse({ receivers, untrusted, unreachable })
  await writeFile(file, `${JSON.stringify(ports)}\n`)
  return ports
}

export async function isFree(port: number): Promise<boolean> {
  const held = await probe(port)
  await held?.release()
  return held !== null
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/** Opens a port of loopback for a moment; 0 means any. Null if the port is taken. */
function probe(port: number): Promise<{ port: number; release: () => Promise<void> } | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        release: () => new Promise(released => server.close(() => released())),
      })
    })
  })
}
