import { parentPort, workerData } from 'node:worker_threads'
import { Client } from 'undici'
import { z } from 'zod'

const LIST = '/v1/call_events_fail/?from_date=2026-11-01&to_date=2026-12-01&page_size=20'
const EVERY_MS = 50
const CLIENTS = 4
/** An address other than the attacker's. */
const FROM = '127.0.0.2'
/** A failure counts as if it had taken this long. */
const FAILED_MS = 30_000

const { url, tokens } = z
  .object({ url: z.string(), tokens: z.array(z.string()).min(1) })
  .parse(workerData)

const clients = Array.from({ length: CLIENTS }, () => new Client(url, { localAddress: FROM }))
const underWay = new Set<number>()
let waits: number[] = []
let at = 0

async function ask(client: Client, token: string): Promise<number> {
  const { statusCode, body } = await client.request({
    method: 'GET',
    path: LIST,
    headers: { authorization: `Token ${token}` },
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`A list was answered ${statusCode}`)
  return performance.now()
}

setInterval(async () => {
  const client = clients[++at % CLIENTS]
  const token = tokens[at % tokens.length]
  if (client === undefined || token === undefined) return
  const begun = performance.now()
  underWay.add(begun)
  const ended = await ask(client, token).catch(() => begun + FAILED_MS)
  underWay.delete(begun)
  waits.push(ended - begun)
}, EVERY_MS)

parentPort?.on('message', () => {
  parentPort?.postMessage([...waits, ...[...underWay].map(begun => performance.now() - begun)])
  waits = []
})
