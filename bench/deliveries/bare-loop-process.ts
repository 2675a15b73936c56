import { text } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import { createConnector } from '../../server/webhooks/http/connector.ts'
import { createSender } from '../../server/webhooks/http/sender.ts'
import { BareLoop } from './bare-loop.ts'

/*
 * The bare loop: the HTTP client that Redial delivers with, set up alike, and nothing else, with no
 * deadline of ours; or our sender. No database and no signature.
 */

const { by, urls, authority, posts, atATimeToOne, headers, payload } = BareLoop.parse(
  JSON.parse(await text(process.stdin)),
)
const exceptions = urls.map(url => new URL(url).host)

type Post = (url: string, body: string, headers: Record<string, string>) => Promise<number | null>

const { post, close } = by === 'client' ? client() : sender()

function client(): { post: Post; close(): Promise<void> } {
  const dispatcher = new Agent({
    connect: createConnector({ exceptions, authorities: [authority], deadlineMs: 10_000 }),
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async post(url, body, given) {
      const headers = { ...given, 'content-type': 'application/json', 'user-agent': 'Redial' }
      const answer = await request(url, { dispatcher, method: 'POST', headers, body })
      await answer.body.dump()
      return answer.statusCode
    },
    close: () => dispatcher.close(),
  }
}

function sender(): { post: Post; close(): Promise<void> } {
  const { post, close } = createSender({
    exceptions,
    authorities: [authority],
    deadlineMs: PRODUCTION_TIMINGS.attemptDeadlineMs,
  })
  return {
    post: async (url, body, headers) => (await post(url, body, headers)).status,
    close,
  }
}

let next = 0
async function loop(url: string): Promise<void> {
  while (next < posts) {
    const number = next++
    const status = await post(url, payload, { ...headers, 'webhook-id': String(number + 1) })
    if (status !== 200) throw new Error(`A receiver answered ${status}`)
  }
}
await Promise.all(urls.flatMap(url => Array.from({ length: atATimeToOne }, () => loop(url))))
await close()
