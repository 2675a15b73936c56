import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FirstAnswer } from '../../../contract/document-data.ts'
import { REQUEST_ID_HEADER } from '../../../contract/request-id.ts'
import { SIGNED_OUT_HEADER } from '../../../contract/session.ts'

/** The headers that say who asks, and from where. */
const OF_REQUEST = /^(cookie|host|user-agent|forwarded|x-forwarded-.*)$/

/** The headers that the dashboard reads. */
const OF_ANSWER = ['content-type', 'retry-after', REQUEST_ID_HEADER, SIGNED_OUT_HEADER]

/** Answers that have no text. */
const NO_CONTENT = [204, 205, 304]

/**
 * Asks the gateway itself for `path`, as the browser that sent `request` would, with all checks of its routes.
 *
 * @returns null if the answer can't be handed on within a document
 */
export async function askInItsName(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  path: string,
): Promise<FirstAnswer | null> {
  const sent = Object.entries(headers).filter(([name]) => OF_REQUEST.test(name))
  const answer = await app.inject({
    method: 'GET',
    url: path,
    remoteAddress: socket.remoteAddress,
    headers: { ...Object.fromEntries(sent), accept: 'application/json' },
  })
  const { statusCode: status, payload: text } = answer
  if (status < 200 || NO_CONTENT.includes(status)) return null
  const received = OF_ANSWER.flatMap(name => {
    const value = answer.headers[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  return { status, headers: Object.fromEntries(received), text }
}
