import { LRUCache } from 'lru-cache'
import type { Upstream } from './upstream.ts'

/** What a service may tell beyond the interface (docs/interface.md, "Extensions"). */
export type Extension<Answer extends object> = { path: string; parse: (json: unknown) => Answer }

/** Room for 10,000 numbers. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * @returns null if the service does not have the extension
 * @throws if its answer can't be read
 */
export async function readExtension<Answer extends object>(
  upstream: Pick<Upstream, 'peek'>,
  { path, parse }: Extension<Answer>,
  authorization: string,
  signal: AbortSignal,
): Promise<Answer | null> {
  const options = { mostBytes: MAX_BYTES }
  const { status, text } = await upstream.peek(path, authorization, signal, options)
  return status === 404 ? null : parse(JSON.parse(text))
}

/** A service without the extension won't get it soon, and its limits are not ours. */
const ABSENT_MS = 60 * 60_000
const MAX_ACCOUNTS = 1_000
/** Pages don't wait long for what most services don't have. */
const PATIENCE_MS = 1_000
const PAUSE_MS = 60_000

type SharedOptions = {
  /** How long an answer counts. By default, only simultaneous requests share one. */
  freshMs?: number
  /** How long the service is not asked again after a problem. */
  pauseMs?: number
  /** Nobody waits longer. */
  patienceMs?: number
  now?: () => number
}

/**
 * Reads an extension for the callers of an account, who share an answer.
 *
 * @returns a function that returns null if the service doesn't tell
 */
export function sharedExtension<Answer extends object>(
  upstream: Pick<Upstream, 'peek'>,
  extension: Extension<Answer>,
  { freshMs = 1, pauseMs = PAUSE_MS, patienceMs = PATIENCE_MS, now = Date.now }: SharedOptions = {},
) {
  const answers = new LRUCache<string, { answer: Answer | null }, string>({
    max: MAX_ACCOUNTS,
    ttl: pauseMs,
    ttlResolution: 0,
    perf: { now },
    ignoreFetchAbort: true,
    fetchMethod: async (_account, _before, { options, context: authorization }) => {
      try {
        const signal = AbortSignal.timeout(patienceMs)
        const answer = await readExtension(upstream, extension, authorization, signal)
        options.ttl = answer === null ? ABSENT_MS : freshMs
        return { answer }
      } catch {
        return { answer: null }
      }
    },
  })
  return async ({ account, authorization }: { account: string; authorization: string }) =>
    (await answers.fetch(account, { context: authorization }))?.answer ?? null
}
