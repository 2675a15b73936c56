import { startReceiver, type TestReceiver } from '../../server/testing/peers/test-receiver.ts'
import {
  answer,
  startUpstream,
  type UpstreamHandler,
  type UpstreamRequest,
} from '../../server/testing/peers/test-upstream.ts'
import { openSession, type SessionCookie } from './open-session.ts'
import { startTestApp, type TestAppOptions } from './start-test-app.ts'

type Answer = [status: number, body: unknown]

/**
 * The answer to a method and path, such as "POST /v1/blocklist/": a status and a body, or a function that
 * returns them.
 */
export type Answers = Record<string, Answer | ((request: UpstreamRequest) => Answer)>

/** Redial with a foreign service whose answers a test sets. */
export type OtherService = {
  url: string
  /** The URL of the service. */
  upstreamUrl: string
  /** The cookie of a signed-in person. */
  session: SessionCookie
  /** Forgets what the gateway has read, so that a test can give the service another list. */
  forgetEvents(): Promise<void>
  /** Sets the answers from the next request on. All other lists are empty. */
  answers(answers: Answers): void
  /** Sets a function that answers, from the next request on. */
  behave(handler: UpstreamHandler): void
  /** Holds the answers to these requests until they are released. */
  hold(name: string): void
  release(): void
  /** The requests since the answers were last set. */
  requests(method: string, path: string): UpstreamRequest[]
  /** Makes the gateway unable to read notes of blocks, and able again. */
  breakNotes(isBroken: boolean): Promise<void>
  close(): Promise<void>
}

export async function startOtherService(
  options: Pick<TestAppOptions, 'receivers'> = {},
): Promise<OtherService> {
  const upstream = await startUpstream((_request, response) => answer(response, 200, EMPTY_PAGE))
  const held = new Map<string, PromiseWithResolvers<void>>()
  const app = await startTestApp({ UPSTREAM_URL: upstream.url }, options)
  return {
    url: app.url,
    upstreamUrl: upstream.url,
    session: await openSession(app.url, 'any-token'),
    answers: answers => {
      upstream.requests.length = 0
      upstream.behave(async (request, response) => {
        await held.get(nameOf(request))?.promise
        const item = answers[nameOf(request)] ?? [200, EMPTY_PAGE]
        const [status, body] = typeof item === 'function' ? item(request) : item
        answer(response, status, body)
      })
    },
    behave: handler => {
      upstream.requests.length = 0
      upstream.behave(handler)
    },
    hold: name => {
      held.set(name, Promise.withResolvers<void>())
    },
    release: () => {
      for (const { resolve } of held.values()) resolve()
      held.clear()
    },
    requests: (method, path) =>
      upstream.requests.filter(request => nameOf(request) === `${method} ${path}`),
    forgetEvents: async () => {
      await app.database.db.deleteFrom('event_mirror').execute()
    },
    breakNotes: async isBroken => {
      const [from, to] = isBroken ? ['block_note', 'broken'] : ['broken', 'block_note']
      await app.database.db.schema.alterTable(from).renameTo(to).execute()
    },
    async close() {
      await app.close()
      await upstream.close()
    },
  }
}

export type ServiceWithReceiver = OtherService & { receiver: TestReceiver }

/** The same, and a receiver for replays. */
export async function startServiceWithReceiver(): Promise<ServiceWithReceiver> {
  const receiver = await startReceiver(200)
  const service = await startOtherService({ receivers: [receiver] })
  const close = () => Promise.all([service.close(), receiver.close()]).then(() => {})
  return { ...service, receiver, close }
}

const EMPTY_PAGE = pageOf([])

/** The pagination envelope of a list that has one page. */
export function pageOf(results: unknown[]) {
  return { count: results.length, next: null, previous: null, results }
}

function nameOf({ method, url }: UpstreamRequest): string {
  return `${method} ${url?.split('?')[0]}`
}
