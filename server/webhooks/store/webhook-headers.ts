import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export type SigningSecrets = {
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/**
 * The headers of Standard Webhooks. During a rotation both secrets sign, so that a receiver can
 * switch over in that time.
 *
 * @param id is the event's through all retries and replays
 */
export function webhookHeaders(
  id: number,
  payload: string,
  secrets: SigningSecrets,
  at: Date,
): Record<string, string> {
  const { secret, previous_secret, previous_secret_until } = secrets
  const signing = [secret]
  if (previous_secret !== null && previous_secret_until !== null && at < previous_secret_until) {
    signing.push(previous_secret)
  }
  const timestamp = Math.floor(at.getTime() / 1_000)
  const content = `${id}.${timestamp}.${payload}`
  return {
    'webhook-id': String(id),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signing.map(secret => signature(secret, content)).join(' '),
  }
}

/** Node's own HMAC, which takes half as long as the JavaScript one in the receivers' library. */
function signature(secret: string, content: string): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`
}

const SECRET_PREFIX = 'whsec_'
const KEPT_KEYS = 20_000
const keys = new Map<string, KeyObject>()

/** As an object, and cached: from bytes, the HMAC itself would take five times as long. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret)
  if (key === undefined) {
    key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64')
    if (keys.size >= KEPT_KEYS) keys.clear()
    keys.set(secret, key)
  }
  return key
}
