import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { codeOf } from '../../delivery/cause.ts'
import { ListTurns } from './list-turns.ts'
import { BadAnswer } from './upstream-error.ts'

const MOST_CONNECTIONS = 128

export type UpstreamRequest = {
  method: string
  /** With the base URL's own path, and the query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Readable
  /** Gives the request up, whether it waits or is under way. */
  signal?: AbortSignal
  /** Where a list is read: the Authorization header of whoever is to have two under way at most. */
  turnOf?: string
}

/** The connections to the one origin that tokens are sent to. They are kept alive, and shared. */
export type UpstreamConnections = {
  origin: string
  /** The base URL's path, without a slash at its end. */
  basePath: string
  /**
   * Sends a request and resolves when its answer begins. Redirects are not followed.
   *
   * @throws what undici throws, and BadAnswer
   */
  ask(request: UpstreamRequest): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

/**
 * @param baseUrl of the service; may have a path
 * @param timeoutMs how long it may take to begin its answer, and then between two parts of it
 */
export function connectUpstream(baseUrl: string, timeoutMs: number): UpstreamConnections {
  const { origin, pathname } = new URL(baseUrl)
  const turns = new ListTurns()
  const agent = new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: MOST_CONNECTIONS,
    // One request on a connection, so that one that hangs or breaks takes no other with it.
    allowH2: false,
  })

  async function send(request: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    const { turnOf, ...asked } = request
    const options = { ...asked, origin, body: asked.body ?? null }
    const answer = await agent.request(options).catch((error: unknown) => {
      if (!isWorthAnotherTry(request, error)) throw error
      return agent.request(options)
    })
    // Node itself could not pass such a status on.
    if (answer.statusCode <= 599) return answer
    answer.body.on('error', () => {}).destroy()
    throw new BadAnswer(`answered with the status ${answer.statusCode}, which HTTP does not know`)
  }

  return {
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    async ask(request) {
      if (request.turnOf === undefined) return send(request)
      const endTurn = await turns.begin(request.turnOf, request.signal)
      try {
        const answer = await send(request)
        answer.body.once('close', endTurn)
        return answer
      } catch (error) {
        endTurn()
        throw error
      }
    },
    close: () => agent.close(),
  }
}

const SAFE_METHODS = ['GET', 'HEAD']
const LOST = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/**
 * A service may end a kept-alive connection at the very moment at which a request goes out on it.
 * What only reads is then sent again, once; anything else may have been done already.
 */
function isWorthAnotherTry({ method, signal }: UpstreamRequest, error: unknown): boolean {
  return SAFE_METHODS.includes(method) && !signal?.aborted && LOST.includes(codeOf(error))
}
