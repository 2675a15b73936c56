import type { FastifyRequest } from 'fastify'
import { BEARER_CHALLENGE, checkBearerKey } from '../../http/bearer-key.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'
import type { TelephonyDependencies } from './telephony-context.ts'

const CLOSED =
  'The telephony port is closed, because TELEPHONY_KEY is not set. Set it, and start the service again.'

/** A hook that only allows the telephone switch, by its key. Without a key, it allows nobody. */
export function requireTelephonyKey({
  key,
  previousKey,
}: Pick<TelephonyDependencies, 'key' | 'previousKey'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (key === null) throw unauthorized(CLOSED)
    const given = checkBearerKey(request, { key, previousKey })
    if (given === 'missing') throw unauthorized('Authentication credentials were not provided.')
    if (given === 'wrong') throw unauthorized('Invalid key.')
  }
}

function unauthorized(detail: string): HttpError {
  return detailError(401, detail, BEARER_CHALLENGE)
}
