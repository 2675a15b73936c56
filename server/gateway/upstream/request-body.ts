import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

/** Bodies up to this size are received before the request is sent to the service. */
const HELD = 64 * 1024

/**
 * The body of a request to the service; undefined if there is none. A short body is received
 * completely first, and of a longer one its beginning, so that a caller who sends slowly holds no
 * connection to the service.
 *
 * @throws the signal's reason when it is aborted
 */
export async function requestBody(
  { body }: FastifyRequest,
  signal: AbortSignal,
): Promise<Readable | Buffer | undefined> {
  if (!(body instanceof Readable)) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  while (bytes <= HELD) {
    const part: unknown = body.read()
    if (part instanceof Buffer) {
      parts.push(part)
      bytes += part.length
    } else if (body.readableEnded) return Buffer.concat(parts)
    else await nextPart(body, signal)
  }
  body.unshift(Buffer.concat(parts))
  return body
}

async function nextPart(body: Readable, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const either = { signal: AbortSignal.any([signal, done.signal]) }
  try {
    await Promise.race([once(body, 'readable', either), once(body, 'end', either)])
  } finally {
    done.abort()
  }
}
