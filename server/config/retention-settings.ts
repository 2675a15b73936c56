import { z } from 'zod'

/** For how many days something is kept; null for ever. */
const Days = (standard: number) =>
  z
    .string()
    .default(String(standard))
    .refine(text => text === 'never' || /^[1-9]\d{0,4}$/.test(text), {
      error: 'must be a whole number of days, from 1 to 99999, or never',
    })
    .transform(text => (text === 'never' ? null : Number(text)))

/** After how many days old data is removed (docs/decisions/0060). */
export const RETENTION_SETTINGS = {
  DELIVERY_RETENTION: Days(365),
  FAILED_EVENT_RETENTION: Days(365),
  CALL_RETENTION: Days(730),
  REPLAY_RETENTION: Days(365),
  ANSWER_RETENTION: Days(90),
  ACTIVITY_RETENTION: Days(365),
}
