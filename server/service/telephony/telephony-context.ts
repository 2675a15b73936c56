import type { FastifyRequest } from 'fastify'
import type { AcceptedReport } from '../../../contract/telephony.ts'
import { BEARER_CHALLENGE, checkBearerKey } from '../../http/bearer-key.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'
import type { AttemptQueue } from '../../webhooks/engine/attempt-queue.ts'
import type { ServiceContext } from '../authentication/account.ts'

/** The name of the telephone switch's key in the OpenAPI document. */
export const TELEPHONY_KEY_SCHEME = 'telephonyKey'

export type TelephonyDependencies = {
  /** TELEPHONY_KEY; null if it isn't set, and then nobody has access. */
  key: string | null
  previousKey?: string | undefined
  queue: AttemptQueue
  /**
   * Called after each commit that added deliveries, so that they are sent immediately.
   *
   * @param began when the report came, in ms since 1970
   */
  wake(report: AcceptedReport, began: number): void
  /** Explains why a callback URL can't be a receiver's; null if it can. */
  receiverProblem(url: string): Promise<string | null>
}

export type TelephonyContext = ServiceContext & { telephony: TelephonyDependencies }

const CLOSED =
  'The telephony port is closed, because TELEPHONY_KEY is not set. Set it, and start the service again.'

/** A hook that only allows the telephone switch, by its key. Without a key, it allows nobody. */
export function requireTelephonyKey({
  key,
  previousKey,
}: Pick<TelephonyDependencies, 'key' | 'previousKey'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (key === null) throw unauthorized(CLOSED)
    const result = checkBearerKey(request, { key, previousKey })
    if (result === 'missing') throw unauthorized('Authentication credentials were not provided.')
    if (result === 'wrong') throw unauthorized('Invalid key.')
  }
}

function unauthorized(detail: string): HttpError {
  return detailError(401, detail, BEARER_CHALLENGE)
}
