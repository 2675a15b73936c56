import type { ValidationBody } from '../../../contract/errors.ts'
import type { TrackingNumberSettings } from '../../../contract/telephony.ts'
import type { TelephonyDependencies } from './telephony-context.ts'

export type Receivers = Pick<TelephonyDependencies, 'receiverProblem'>

/** Decides which events of a tracking number are sent, and where. */
export type NumberSettings = Pick<
  TrackingNumberSettings,
  'call_term_callbacks' | 'mcs_call_term_callbacks' | 'ai_enabled' | 'missed_call_saver'
>

const CALLBACKS = ['call_term_callbacks', 'mcs_call_term_callbacks'] as const

/** Each flag, and the URL to which its events are sent. */
const FLAGS = [
  ['ai_enabled', 'call_term_callbacks'],
  ['missed_call_saver', 'mcs_call_term_callbacks'],
] as const

/** Finds missing URLs whose events are switched on. */
export function missingCallbacks(settings: NumberSettings): ValidationBody {
  const missing = FLAGS.filter(([name, url]) => settings[name] && settings[url] === null)
  return Object.fromEntries(
    missing.map(([name, url]) => [
      url,
      [`This field is required while ${name} is true: its events are sent to this URL.`],
    ]),
  )
}

/** The given URLs in normalised form, so that everybody who sees them later sees the checked host. */
export function normalizedCallbacks(settings: Partial<NumberSettings>) {
  const { call_term_callbacks, mcs_call_term_callbacks } = settings
  return {
    ...(call_term_callbacks != null && { call_term_callbacks: new URL(call_term_callbacks).href }),
    ...(mcs_call_term_callbacks != null && {
      mcs_call_term_callbacks: new URL(mcs_call_term_callbacks).href,
    }),
  }
}

/** Explains why given URLs can't be a receiver's. */
export async function callbackProblems(
  { receiverProblem }: Receivers,
  settings: Partial<NumberSettings>,
): Promise<ValidationBody> {
  const checked = await Promise.all(
    CALLBACKS.map(async field => {
      const url = settings[field]
      return { field, problem: url == null ? null : await receiverProblem(url) }
    }),
  )
  return Object.fromEntries(
    checked.flatMap(({ field, problem }) => (problem === null ? [] : [[field, [problem]]])),
  )
}
