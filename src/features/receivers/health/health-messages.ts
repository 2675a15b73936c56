import type { ReceiverHealth } from '../../../../contract/receiver.ts'

export type FormattedHealth = { tone: 'good' | 'bad' | 'neutral'; text: string; stamp: string }

/**
 * Whether replays to a receiver arrive, and whether one did after events failed there. It names the state
 * as Receivers does.
 *
 * @param failedAt when the last event failed there, in ms since 1970; null if it isn't known
 * @param recent since when a failed replay makes a receiver a recovered one, as in the gateway
 */
export function formatHealth(
  { last_delivery, last_failure, works_since }: ReceiverHealth,
  failedAt: number | null,
  recent: number,
): FormattedHealth | null {
  if (works_since === null) {
    if (last_failure === null) return null
    return { tone: 'bad', text: 'Last replay failed', stamp: last_failure }
  }
  if (last_delivery === null) return null
  if (failedAt === null || failedAt >= Date.parse(last_delivery)) {
    return { tone: 'neutral', text: 'Last replay delivered', stamp: last_delivery }
  }
  const hasRecovered = last_failure !== null && Date.parse(last_failure) >= recent
  const text = `${hasRecovered ? 'Recovered' : 'Working'}: replay delivered`
  return { tone: 'good', text, stamp: last_delivery }
}

/**
 * When a receiver last accepted a replay, if no replay to it has failed since and an event failed before.
 *
 * @param failedAt when that event failed; null if it isn't known
 */
export function acceptedSince(
  health: ReceiverHealth | undefined,
  failedAt: string | null,
): string | null {
  if (!health || health.works_since === null || failedAt === null) return null
  const { last_delivery } = health
  return last_delivery !== null && Date.parse(failedAt) < Date.parse(last_delivery)
    ? last_delivery
    : null
}
