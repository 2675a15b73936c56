import { z } from 'zod'
import {
  OwnTrackingNumber,
  REFUSED_CHECKS_PATH,
  RefusedCheck,
  TRACKING_NUMBERS_PATH,
} from '../../../contract/blocklist/blocklist-extensions.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Room for 10,000 numbers. */
const MAX_BYTES = 4 * 1024 * 1024
/** How long a service that has no such path isn't asked again. */
const ABSENT_MS = 10 * 60_000

type Ask<Answer> = (authorization: string, signal: AbortSignal) => Promise<Answer | null>

/** Reads what our own service tells beyond the interface; null if the service doesn't. */
export function ownServiceExtensions(upstream: Upstream) {
  return {
    refusedChecks: extension(upstream, REFUSED_CHECKS_PATH, z.array(RefusedCheck)),
    trackingNumbers: extension(upstream, TRACKING_NUMBERS_PATH, z.array(OwnTrackingNumber)),
  }
}

function extension<Answer>(
  upstream: Upstream,
  path: string,
  schema: z.ZodType<Answer>,
): Ask<Answer> {
  let absentUntil = 0
  return async (authorization, signal) => {
    if (Date.now() < absentUntil) return null
    const options = { mostBytes: MAX_BYTES }
    const answer = await upstream.peek(path, authorization, signal, options).catch(() => null)
    if (answer?.status === 404) absentUntil = Date.now() + ABSENT_MS
    return answer?.status === 200 ? (schema.safeParse(parsed(answer.text)).data ?? null) : null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
