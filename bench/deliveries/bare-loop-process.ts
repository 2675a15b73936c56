import { text } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { createConnector } from '../../server/delivery/connector.ts'
import { BareLoop } from './bare-loop.ts'

/*
 * The bare loop: the HTTP client that Redial delivers with, set up alike, and nothing else. No
 * database, no signature, no deadline of ours.
 */

const { urls, authority, posts, atATimeToOne, headers, payloads } = BareLoop.parse(
  JSON.parse(await text(process.stdin)),
)
const dispatcher = new Agent({
  connect: createConnector({
    exceptions: urls.map(url => new URL(url).host),
    authorities: [authority],
    deadlineMs: 10_000,
  }),
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
})

let next = 0
async function loop(url: string): Promise<void> {
  while (next < posts) {
    const number = next++
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'webhook-id': String(number + 1) },
      body: z.string().parse(payloads[number % payloads.length]),
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`A receiver answered ${statusCode}`)
  }
}
await Promise.all(urls.flatMap(url => Array.from({ length: atATimeToOne }, () => loop(url))))
await dispatcher.close()
