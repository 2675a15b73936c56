import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

export type UpstreamRequest = IncomingMessage & { body: string; query: URLSearchParams }

/** Answers a request. An answer that it leaves open stays open. */
export type UpstreamHandler = (request: UpstreamRequest, response: ServerResponse) => void

export type TestUpstream = {
  url: string
  /** In the order of their arrival. */
  requests: UpstreamRequest[]
  /** From the next request on. */
  behave(handler: UpstreamHandler): void
  /**
   * How it answers the gateway's checks of tokens, from the next one on. Checks are not among the
   * requests. By default it accepts each token.
   */
  prove(handler: UpstreamHandler): void
  /** The checks of tokens. */
  proofs: UpstreamRequest[]
  close(): Promise<void>
}

/** A foreign call-tracking service: a bare HTTP server on loopback that answers as a test says. */
export async function startUpstream(
  handler: UpstreamHandler,
  {
    host = '127.0.0.1',
    provesTokens = true,
  }: {
    host?: '127.0.0.1' | '::1'
    /** Whether checks of tokens are kept apart from the requests. */
    provesTokens?: boolean
  } = {},
): Promise<TestUpstream> {
  const requests: UpstreamRequest[] = []
  const proofs: UpstreamRequest[] = []
  let current = handler
  let proof: UpstreamHandler = (_request, response) => answer(response, 200, EMPTY_PAGE)
  const server = createServer(async (incoming, response) => {
    const { searchParams } = new URL(incoming.url ?? '', 'http://localhost')
    const body = await text(incoming).catch(() => null)
    // The client broke off.
    if (body === null) return
    const request = Object.assign(incoming, { body, query: searchParams })
    const isProof = provesTokens && PROOF.test(incoming.url ?? '')
    if (isProof) proofs.push(request)
    else requests.push(request)
    if (isProof) proof(request, response)
    else current(request, response)
  })
  const port = await listen(server, 0, host)
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${port}`,
    requests,
    proofs,
    prove: next => {
      proof = next
    },
    behave: next => {
      current = next
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const EMPTY_PAGE = { count: 0, next: null, previous: null, results: [] }

const PROOF = /\/v1\/(call_events_fail|transcription_events_fail|blocklist)\/\?page_size=1$/

/** Sends `body` as JSON like a service, or a text unchanged. */
export function answer(response: ServerResponse, status: number, body: unknown): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}
