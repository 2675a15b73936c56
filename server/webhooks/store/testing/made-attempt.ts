import type { MadeAttempt } from '../settle-attempts.ts'

export const URL_OF_RECEIVER = 'https://receiver.example/hook'

/** An attempt of a delivery that was answered 200 or 500, by default its last one. */
export function madeAttempt(
  id: number,
  delivered: boolean,
  more: Partial<MadeAttempt> = {},
  at = new Date(),
): MadeAttempt {
  const error = delivered ? null : 'answered 500; only 200 counts'
  const status = delivered ? 200 : 500
  const outcome = { at, delivered, status, error, cause: null, duration_ms: 7, answer: '' }
  const next = { state: delivered ? 'delivered' : 'failed', delayMs: null } as const
  return { id, url: URL_OF_RECEIVER, account: '1', number: 1, outcome, next, ...more }
}
