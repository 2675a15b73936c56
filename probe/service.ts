import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { BlocklistErrorBody, DetailBody } from '../contract/errors.ts'
import { formatSeconds } from '../contract/text/count.ts'
import { endOfValue, parseLenient } from '../contract/text/json-reader.ts'
import { secondsToWait } from '../contract/time/retry-after.ts'
import type { ProbeSettings } from './read-settings.ts'

/** Waits `ms`; ends early once the signal is aborted. Only tests have their own. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

export const byTheClock: Wait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {})

/** The probe can't continue; the message says why, and what to do. */
export class Stopped extends Error {}

/** A request. Its path is always one of our own, because a link could lead the token elsewhere. */
export type Question = {
  method?: 'GET' | 'POST'
  /** Includes the query; relative to the base URL. */
  path: string
  /** Default: the token. null sends no header at all. */
  authorization?: string | null
  headers?: Record<string, string>
  body?: string
  /** Changes are undone even if somebody pressed Ctrl+C in the meantime. */
  evenIfInterrupted?: boolean
}

type Exchange = { question: Question; answer: Answer }

export type RunOptions = {
  /** Aborted when somebody interrupts the probe. */
  interrupted?: AbortSignal
  /** Called with its progress and its waits. */
  tell?: (sentence: string) => void
  /** Only tests pass their own. */
  wait?: Wait
}

type ServiceSettings = Pick<ProbeSettings, 'baseUrl' | 'token' | 'timeoutMs'> &
  Required<RunOptions> & { maxRequests: number }

/** A flat list of a busy month may be long. */
const MAX_BYTES = 16 * 1024 * 1024

const PAUSE_MS = 100

const MAX_WAIT_S = 5 * 60
const MAX_WAITS = 10
/** The probe stops after so many requests in a row without an answer. */
const MAX_UNANSWERED = 3

/** The service that is probed, with one request at a time. */
export class Service {
  readonly exchanges: Exchange[] = []
  readonly #settings: ServiceSettings
  readonly #agent: Agent
  readonly #answers = new Map<string, Promise<Answer>>()
  #waits = 0

  constructor(settings: ServiceSettings) {
    this.#settings = settings
    this.#agent = new Agent({
      connect: { timeout: settings.timeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_BYTES,
    })
  }

  /** Sends the same GET only once, and returns the same answer afterwards. */
  get(path: string, more: Pick<Question, 'authorization'> = {}): Promise<Answer> {
    const key = JSON.stringify([path, more])
    const answer = this.#answers.get(key) ?? this.send({ path, ...more })
    this.#answers.set(key, answer)
    return answer
  }

  /**
   * Sends a request each time.
   *
   * @throws Stopped after too many requests, for too long a pause, or if interrupted
   */
  async send(question: Question): Promise<Answer> {
    const { interrupted, maxRequests, wait } = this.#settings
    const signal = question.evenIfInterrupted ? undefined : interrupted
    for (;;) {
      if (signal && this.exchanges.length >= maxRequests) {
        throw new Stopped(`The probe stops at ${maxRequests} requests, for the service's sake.`)
      }
      if (this.exchanges.length > 0) await wait(PAUSE_MS, signal)
      const answer = await this.#sendOnce(question, signal)
      this.exchanges.push({ question, answer })
      if (signal) this.#stopIfUseless(signal)
      if (answer.status !== 429) return answer
      await this.#pause(answer, signal)
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #sendOnce(question: Question, interrupted: AbortSignal | undefined): Promise<Answer> {
    const { baseUrl, token, timeoutMs } = this.#settings
    const { method = 'GET', path, authorization = `Token ${token}`, headers, body } = question
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(`${baseUrl}${path}`, {
        dispatcher: this.#agent,
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'Redial probe',
          ...(authorization !== null && { authorization }),
          ...headers,
        },
        body,
        signal: interrupted ? AbortSignal.any([timeout, interrupted]) : timeout,
      })
      return await readAnswer(response)
    } catch (error) {
      const problem = `no answer (${reasonOf(error)})`
      return { status: null, headers: {}, json: undefined, problem }
    }
  }

  #stopIfUseless({ aborted }: AbortSignal): void {
    if (aborted) throw new Stopped('The probe was interrupted.')
    const last = this.exchanges.slice(-MAX_UNANSWERED).map(({ answer }) => answer)
    if (last.length === MAX_UNANSWERED && last.every(({ status }) => status === null)) {
      throw new Stopped(`The service has stopped answering: ${last.at(-1)?.problem}.`)
    }
  }

  async #pause(answer: Answer, signal: AbortSignal | undefined): Promise<void> {
    const seconds = secondsToWait(answer.headers) ?? Math.min(2 ** this.#waits, 30)
    this.#waits += 1
    if (this.#waits > MAX_WAITS) {
      throw new Stopped('The service keeps asking for pauses. Try again later.')
    }
    const duration = formatSeconds(seconds)
    if (seconds > MAX_WAIT_S) {
      throw new Stopped(`The service asks for a pause of ${duration}. Try again then.`)
    }
    this.#settings.tell(`The service asks for a pause: waiting ${duration} …`)
    await this.#settings.wait(seconds * 1_000, signal)
  }
}

export type Answer = {
  /** null if no answer came; `problem` then says why. */
  status: number | null
  /** The keys are names in lower case. */
  headers: Record<string, string>
  /** The parsed body; undefined if it is not JSON, or incomplete. */
  json: unknown
  /** Why the answer is missing or incomplete; null if it is complete. */
  problem: string | null
}

/** No payload is nested so deep, and the checks read values recursively. */
const MAX_DEPTH = 100

/** Never throws, whatever the service does. */
async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const status = response.statusCode
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  let text: string
  try {
    text = await response.body.text()
  } catch (error) {
    const problem = `an incomplete answer (${reasonOf(error)})`
    return { status, headers, json: undefined, problem }
  }
  try {
    endOfValue(text, 0, MAX_DEPTH)
    // The dashboard reads it in this way, too: one NaN doesn't hide a whole list.
    return { status, headers, json: parseLenient(text), problem: null }
  } catch (error) {
    const isTooDeep = error instanceof RangeError
    const problem = isTooDeep ? `JSON nested more than ${MAX_DEPTH} deep` : null
    return { status, headers, json: undefined, problem }
  }
}

/** The code of an error. Its message could contain anything. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if (error.name === 'TimeoutError') return 'it took too long'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** An answer in a few words: "404 with “Not found.”", "301 to https://example.com". */
export function describeAnswer({ status, headers, json, problem }: Answer): string {
  if (status === null) return problem ?? 'no answer'
  if (problem !== null) return `${status}, ${problem}`
  if (status >= 300 && status < 400) return `${status} to ${headers.location ?? 'no address'}`
  const sentence =
    DetailBody.safeParse(json).data?.detail ?? BlocklistErrorBody.safeParse(json).data?.error
  if (sentence !== undefined) return `${status} with “${sentence}”`
  if (json !== undefined) return `${status} with JSON`
  return `${status} with a body that is not JSON (${headers['content-type'] ?? 'no Content-Type'})`
}
