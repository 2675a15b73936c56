import { Client } from 'undici'
import { percentile } from '../statistics.ts'
import type { SecurityTarget } from './security-target.ts'

const LIST = '/v1/call_events_fail/?from_date=2026-11-01&to_date=2026-12-01&page_size=20'
const EVERY_MS = 50
/** An answer that takes longer counts as so long. */
const GIVE_UP_MS = 30_000

/** What others wait for: one list every 50 ms, of another account and from another address. */
export type Bystander = {
  /** In ms, since this was asked last. */
  waits(): number[]
  /** Resolves once the last answer has come. */
  stop(): Promise<void>
}

export function startBystander({ url, bystanderTokens }: SecurityTarget): Bystander {
  const clients = Array.from({ length: 4 }, () => new Client(url, { localAddress: '127.0.0.2' }))
  const asked = new Set<Promise<void>>()
  let waits: number[] = []
  let at = 0
  const ask = async (client: Client, token: string) => {
    const begun = performance.now()
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: LIST,
      headers: { authorization: `Token ${token}` },
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`A list was answered ${statusCode}`)
    waits.push(performance.now() - begun)
  }
  const timer = setInterval(() => {
    const client = clients[++at % clients.length]
    const token = bystanderTokens[at % bystanderTokens.length]
    if (client === undefined || token === undefined) return
    // What fails has waited in vain.
    const one = ask(client, token).catch(() => void waits.push(GIVE_UP_MS))
    asked.add(one)
    void one.finally(() => asked.delete(one))
  }, EVERY_MS)
  return {
    waits() {
      const taken = waits
      waits = []
      return taken
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(asked)
      await Promise.all(clients.map(client => client.close()))
    },
  }
}

/** How long most of them waited, and the one that waited longest. */
export function waitText(waits: number[]): string {
  if (waits.length === 0) return 'nobody asked'
  const [half, most] = [50, 99].map(percent => Math.round(percentile(waits, percent)))
  return `median ${half} ms, 99th percentile ${most} ms, longest ${Math.round(Math.max(...waits))} ms of ${waits.length}`
}
