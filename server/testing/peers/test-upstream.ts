import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve } from './listen.ts'

export type UpstreamRequest = IncomingMessage & { body: string; query: URLSearchParams }

/** Answers a request. An answer that it leaves open stays open. */
export type UpstreamHandler = (request: UpstreamRequest, response: ServerResponse) => void

export type TestUpstream = Awaited<ReturnType<typeof startUpstream>>

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
) {
  /** In the order of their arrival, without the checks of tokens. */
  const requests: UpstreamRequest[] = []
  /** The checks of tokens. */
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
  const { port, close } = await serve(server, 0, host)
  return {
    ...{ url: `http://${host === '::1' ? '[::1]' : host}:${port}`, requests, proofs, close },
    /** How it answers the gateway's checks of tokens, from the next one on. By default it accepts each. */
    prove(next: UpstreamHandler) {
      proof = next
    },
    /** From the next request on. */
    behave(next: UpstreamHandler) {
      current = next
    },
  }
}

export const EMPTY_PAGE = { count: 0, next: null, previous: null, results: [] }

const PROOF = /\/v1\/(call_events_fail|transcription_events_fail|blocklist)\/\?page_size=1$/

/** Sends `body` as JSON like a service, or a text unchanged. */
export function answer(response: ServerResponse, status: number, body: unknown): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}
