import { Webhook } from 'standardwebhooks'

export type SigningSecrets = {
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/**
 * The headers of Standard Webhooks. While a rotation is under way both secrets sign, so that a
 * receiver may change over when it likes.
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
  return {
    'webhook-id': String(id),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signing
      .map(each => new Webhook(each).sign(String(id), at, payload))
      .join(' '),
  }
}
