import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DetailBody } from '../../../contract/errors.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { jsonInside } from '../../../contract/text/json-inside.ts'
import type { Clock } from '../../config/timings.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import { formatRedirect } from '../upstream/answer-for-dashboard.ts'
import type { Upstream, UpstreamGlimpse } from '../upstream/upstream.ts'
import { listRefusal, retryAfter } from '../upstream/upstream-error.ts'

/**
 * Asks the service whether it accepts an Authorization header.
 *
 * @returns the name of the token's account in our tables
 * @throws HttpError 401 if it does not; 429, 502 or 504 if it can't say
 */
export type AskService = (authorization: string) => Promise<string>

export const PROOF_HOLDS_MS = 60_000
const KNOWN_FOR_MS = 24 * 60 * 60_000

/** More than the people who work at the same time. The one that was used longest ago makes room. */
const MAX_PROOFS = 10_000

/**
 * The tokens that the service accepted within the last minute, by a hash: the tokens are not stored.
 */
export class ProvenTokens {
  readonly #ask: AskService
  readonly #clock: Pick<Clock, 'now'>
  readonly #proofs = new LRUCache<string, { account: string; at: number }>({ max: MAX_PROOFS })
  readonly #underWay = new Map<string, Promise<string>>()

  constructor(ask: AskService, clock: Pick<Clock, 'now'>) {
    this.#ask = ask
    this.#clock = clock
  }

  /** The account of a token that was accepted within the last minute; null for any other. */
  accountOf(authorization: string): string | null {
    const proof = this.#proofs.get(keyOf(authorization))
    if (proof === undefined || this.#clock.now() - proof.at >= PROOF_HOLDS_MS) return null
    return proof.account
  }

  /**
   * Whether the service accepted this token within the last day and has not refused it since. A client
   * with such a token does not guess.
   */
  wasProven(authorization: string): boolean {
    const proof = this.#proofs.get(keyOf(authorization))
    return proof !== undefined && this.#clock.now() - proof.at < KNOWN_FOR_MS
  }

  forget(authorization: string): void {
    this.#proofs.delete(keyOf(authorization))
  }

  isAsked(authorization: string): boolean {
    return this.#underWay.has(keyOf(authorization))
  }

  /** Asks the service, whatever it said before. Simultaneous calls share one request. */
  prove(authorization: string): Promise<string> {
    const key = keyOf(authorization)
    const proof = this.#underWay.get(key) ?? this.#askAndKeep(key, authorization)
    this.#underWay.set(key, proof)
    return proof
  }

  async #askAndKeep(key: string, authorization: string): Promise<string> {
    try {
      const account = await this.#ask(authorization)
      this.#proofs.set(key, { account, at: this.#clock.now() })
      return account
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.#proofs.delete(key)
      throw error
    } finally {
      this.#underWay.delete(key)
    }
  }
}

function keyOf(authorization: string): string {
  return hash('sha256', authorization, 'base64')
}

/**
 * Asks the service whether it accepts an Authorization header. A token that may not read a list is
 * still valid, and a service may hide a list from it and answer 404. An answer that the service would
 * not give, such as a web page at a wrong address, proves nothing.
 *
 * @returns whether the token may read the list of failed calls
 * @throws HttpError 401, 429 if the service asks for a pause, or 502 and 504 if it can't say
 */
export async function proveAuthorization(
  upstream: Upstream,
  authorization: string,
): Promise<boolean> {
  const calls = await askForList(upstream, 'call_events_fail', authorization)
  const { problem } =
    calls.status === 404 ? await askForList(upstream, 'blocklist', authorization) : calls
  if (problem !== null) throw problem
  return calls.status === 200
}

/**
 * Asks the service whether a token may read a list.
 *
 * @throws HttpError 403 or 404 if it may not, and others like `proveAuthorization`
 */
export async function proveList(
  upstream: Upstream,
  list: FailedEventList,
  authorization: string,
): Promise<void> {
  const { status, problem } = await askForList(upstream, list, authorization)
  if (status === 403 || status === 404) throw listRefusal(status)
  if (problem !== null) throw problem
}

async function askForList(upstream: Upstream, list: string, authorization: string) {
  const path = `/v1/${list}/`
  const answer = await upstream.peek(`${path}?page_size=1`, authorization)
  return { status: answer.status, problem: problemOf(answer, `${upstream.url}${path}`) }
}

function problemOf(
  { status, text, isWhole, retryAfter: wait, location }: UpstreamGlimpse,
  url: string,
): HttpError | null {
  if (status === 401) return detailError(401, refusalOf(text), { 'www-authenticate': 'Token' })
  const isPage = /^\s*</.test(text)
  if ((status === 403 && !isPage) || (status === 200 && isList(text, isWhole))) return null
  if (status === 429) {
    return detailError(429, 'The service asks for a pause.', retryAfter(wait))
  }
  if (status >= 500)
    return detailError(
      502,
      `The call-tracking service cannot check the token now: it answered with the status ${status}.`,
    )
  if (status >= 300 && status < 400) return detailError(502, formatRedirect(status, location, url))
  const what =
    status === 200
      ? `something other than ${isJson(text, isWhole) ? 'a list' : 'JSON'}`
      : `${isPage ? 'a web page and ' : ''}the status ${status}`
  return detailError(
    502,
    `What answers at ${url} does not look like the call-tracking service: it gave ${what}.`,
  )
}

/** In the service's own text, which says what is wrong with the header. */
function refusalOf(text: string): string {
  const body = text.length > MAX_REFUSAL_LENGTH ? null : jsonInside(text)
  return DetailBody.safeParse(body).data?.detail ?? 'Invalid token.'
}

const MAX_REFUSAL_LENGTH = 500

/** Other answers than lists would let a person sign in to pages that all fail. */
function isList(text: string, isWhole: boolean): boolean {
  if (!isJson(text, isWhole)) return false
  // A service may name the rows and what is around them as it likes.
  return (
    !isWhole || /^\s*\[/.test(text) || Object.values(JSON.parse(text) ?? {}).some(Array.isArray)
  )
}

/** Only the beginning of a list without pages is available. */
function isJson(text: string, isWhole: boolean): boolean {
  if (!isWhole) return /^\s*[[{]/.test(text)
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
