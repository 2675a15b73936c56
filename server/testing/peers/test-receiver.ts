import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { serve } from './listen.ts'

/** A request that a receiver got. */
type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A status for each request, or a function that returns one or answers the request itself. */
export type Behaviour =
  | number
  | ((request: ReceivedRequest, response: ServerResponse) => number | void | Promise<void>)

export type ReceiverOptions = {
  /** Default: a valid one for localhost, 127.0.0.1 and ::1, signed by `ca`. */
  certificate?: keyof typeof CERTIFICATES
  /** Where it listens. Default: 127.0.0.1. */
  address?: string
  /** Default: any free port. */
  port?: number
}

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>

/** A real HTTPS receiver on loopback. */
export async function startReceiver(behaviour: Behaviour = 200, options: ReceiverOptions = {}) {
  /** PEM of the authority that signed its certificate, the same for all test receivers. */
  const { cert: ca } = await authority()
  const pair = await CERTIFICATES[options.certificate ?? 'valid']()
  /** In the order of their arrival, with bodies. */
  const requests: ReceivedRequest[] = []
  let current = behaviour

  const server = createServer(
    { key: pair.private, cert: pair.cert },
    async (incoming, response) => {
      try {
        const request = {
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body: await text(incoming),
        }
        requests.push(request)
        const status = typeof current === 'number' ? current : await current(request, response)
        if (status) response.writeHead(status).end()
      } catch {
        // The sender hung up, or the behaviour threw: the sender sees a connection that ends.
        response.destroy()
      }
    },
  )
  const { port, ...served } = await serve(server, options.port, options.address)
  return {
    ...{ ca, requests, port, ...served },
    url: `https://localhost:${port}/hook`,
    /** The `host:port` that the address guard has to permit. */
    exception: `localhost:${port}`,
    /** From the next request on. */
    behave(next: Behaviour) {
      current = next
    },
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000
const KEY = { keyType: 'ec', algorithm: 'sha256' } as const

const authority = once(() =>
  generate([{ name: 'commonName', value: 'Test authority' }], {
    ...KEY,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  }),
)

/** When the certificate named `expired` expired. */
const EXPIRED_ON = new Date('2020-11-03T12:00:00Z')

const CERTIFICATES = {
  valid: once(() => signed('localhost')),
  expired: once(() =>
    signed('localhost', new Date(EXPIRED_ON.getTime() - 90 * DAY_MS), EXPIRED_ON),
  ),
  'not yet valid': once(() => signed('localhost', new Date(Date.now() + DAY_MS))),
  'other name': once(() => signed('other.example')),
  'self-signed': once(() => generate([{ name: 'commonName', value: 'localhost' }], KEY)),
}

/**
 * For another server on loopback: a valid certificate for localhost, signed by the receivers'
 * authority.
 */
export async function receiverCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await CERTIFICATES.valid()
  return { key, cert }
}

async function signed(name: string, notBeforeDate?: Date, notAfterDate?: Date) {
  const { cert, private: key } = await authority()
  return generate([{ name: 'commonName', value: name }], {
    ...KEY,
    notBeforeDate,
    notAfterDate,
    ca: { cert, key },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames:
          name === 'localhost'
            ? [
                { type: 2, value: name },
                { type: 7, ip: '127.0.0.1' },
                { type: 7, ip: '::1' },
              ]
            : [{ type: 2, value: name }],
      },
    ],
  })
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A receiver that takes `ms` to answer 200, because it is slow or far away. */
export function slowly(ms: number): Exclude<Behaviour, number> {
  return async (_request, response) => {
    await sleep(ms)
    response.end()
  }
}
