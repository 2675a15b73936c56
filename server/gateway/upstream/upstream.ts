import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { secondsToWait } from './retry-after.ts'
import type { UpstreamConnections } from './upstream-connections.ts'
import { BadAnswer, upstreamError } from './upstream-error.ts'

/** The service behind the gateway, ours or somebody else's, known by its public interface alone. */
export type Upstream = {
  /** What it is called in our tables, the same after every start. */
  name: string
  /** Its base URL, without a slash at its end. */
  url: string
  /**
   * GET of a path with its query, with the caller's Authorization header. Redirects are not followed.
   *
   * @throws HttpError 502 or 504 with a Detail body when no whole answer came
   */
  get(path: string, authorization: string, signal?: AbortSignal): Promise<UpstreamAnswer>
}

export type UpstreamAnswer = {
  status: number
  text: string
  /** Seconds; null where it doesn't ask for a wait. */
  retryAfter: number | null
  /** Where a redirect leads, as it came. */
  location: string | null
  /** Whether `text` is to the letter what came: JSON is UTF-8, and what isn't can't be sent on as it was. */
  isExact: boolean
}

/** A list that knows no pages may be long, but a service that never ends would take all memory. */
const MOST_BYTES = 256 * 1024 * 1024

export function createUpstream(connections: UpstreamConnections, name: string): Upstream {
  return {
    name,
    url: `${connections.origin}${connections.basePath}`,
    async get(path, authorization, signal) {
      try {
        const { statusCode, headers, body } = await connections.ask({
          method: 'GET',
          path: `${connections.basePath}${path}`,
          headers: { accept: 'application/json', authorization },
          signal,
          turnOf: authorization,
        })
        const bytes = await wholeBody(unpacked(body, headers['content-encoding']))
        return {
          status: statusCode,
          text: new TextDecoder().decode(bytes),
          isExact: isUtf8(bytes),
          retryAfter: secondsToWait(headers),
          location: typeof headers.location === 'string' ? headers.location : null,
        }
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        throw upstreamError(error)
      }
    },
  }
}

const UNPACK: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What some servers call an answer that isn't packed; browsers read it so, too. */
const NOT_PACKED = ['', 'identity', 'none', 'utf-8', 'utf8']

/** Nothing packed was asked for, but some servers pack whatever they send. */
function unpacked(body: Readable, encoding: unknown = ''): Readable {
  if (typeof encoding === 'string' && NOT_PACKED.includes(encoding.toLowerCase())) return body
  const unpack = typeof encoding === 'string' ? UNPACK[encoding.toLowerCase()]?.() : undefined
  if (unpack === undefined) {
    body.on('error', () => {}).destroy()
    throw new BadAnswer('packed its answer in a way that Redial does not know')
  }
  body.on('error', error => unpack.destroy(error))
  unpack.on('close', () => body.destroy())
  return body.pipe(unpack)
}

async function wholeBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new BadAnswer('gave an answer that is too large to be read')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
