import * as z from 'zod/mini'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'
import {
  DASHBOARD_HEADER,
  NAME_NEEDED_HEADER,
  OVERLOADED_HEADER,
  SIGNED_OUT_HEADER,
  UNCONFIRMED_COMPANIES_HEADER,
  UNCONFIRMED_HEADER,
} from '../../contract/session.ts'
import { exactJson } from '../../contract/text/exact-json.ts'
import { ApiError, errorOfAnswer, type ReceivedAnswer } from './api-error.ts'
import { takeFirstAnswer } from './document-data.ts'
import { pause } from './retries.ts'

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The statuses that mean success. Any other status is an error, even another 2xx. */
  expect?: number[]
}

/**
 * Sends a request to the gateway, which adds the token, and parses the answer with `schema`.
 *
 * @param path with a trailing slash for /v1 and /v2. Without it, a redirected POST would become a
 *   GET and seem to succeed.
 * @throws ApiError, or the signal's reason if it was aborted
 */
export async function request<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  options: RequestOptions = {},
): Promise<z.output<Schema>> {
  return (await requestWithText(schema, path, options)).answer
}

/** Sends a change that is answered without content, unless `expect` has other statuses. */
export async function sendChange(path: string, options: RequestOptions): Promise<void> {
  await request(z.unknown(), path, { expect: [204], ...options })
}

/** Like `request`, with the text of the answer, because parsing loses how numbers were written. */
export async function requestWithText<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  options: RequestOptions = {},
): Promise<{ answer: z.output<Schema>; text: string }> {
  const { response, text } = await sendWithAnswers(path, options)
  const raw = { ...answerHead(response), text }
  return { answer: await readAnswer(schema, raw, options.expect), text }
}

/**
 * Parses an answer with `schema`.
 *
 * @throws ApiError for a status that is not expected, or for an answer that does not match
 */
export async function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: ReceivedAnswer,
  expect = [200],
): Promise<z.output<Schema>> {
  const { status, text } = raw
  const answer = await readJson(text)
  if (!expect.includes(status)) throw errorOfAnswer(raw, answer)
  const result = schema.safeParse(answer)
  if (!result.success) {
    const isCutOff = answer === text && isCollection(text) && (await endsEarly(text))
    throw new ApiError(isCutOff ? 'cut-off' : 'unreadable', {
      status,
      detail: describeInvalidAnswer(result.error, answer, text),
      answer: text,
    })
  }
  return result.data
}

/**
 * Sends a request whose answer comes line by line, each of them JSON.
 *
 * @throws ApiError, or the signal's reason if it was aborted
 */
export async function* requestLines<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  options: Pick<RequestOptions, 'signal' | 'method' | 'body'> = {},
): AsyncGenerator<z.output<Schema>> {
  const { signal } = options
  const response = await sendForHead(path, options)
  if (response.status !== 200 || response.body === null) {
    await readAnswer(schema, { ...answerHead(response), text: await readText(response, signal) })
    return
  }
  for await (const line of linesOf(response.body, signal)) {
    yield await readAnswer(schema, { ...answerHead(response), text: line })
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let begun = ''
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw new ApiError('cut-off', { detail: cause instanceof Error ? cause.message : null })
    })
    const lines = `${begun}${decoder.decode(value, { stream: !done })}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
    if (done) return
  }
}

function answerHead(response: Response): Omit<ReceivedAnswer, 'text'> {
  return {
    status: response.status,
    retryAfter: secondsToWait(response),
    isSignedOut: response.headers.has(SIGNED_OUT_HEADER),
    reference: response.headers.get(REQUEST_ID_HEADER),
  }
}

/** If a change needs a person's answer, asks for it and sends the change again. */
async function sendWithAnswers(path: string, options: RequestOptions): ReturnType<typeof send> {
  const sent = await send(path, options)
  const { headers, status } = sent.response
  if (headers.has(NAME_NEEDED_HEADER)) {
    if (await nameQuestion.ask(null)) return sendWithAnswers(path, options)
    throw new ApiError('unnamed', { status })
  }
  const unconfirmed = unconfirmedReceivers(headers)
  if (unconfirmed && (await receiverQuestion.ask(unconfirmed)))
    return sendWithAnswers(path, options)
  return sent
}

async function send(path: string, options: RequestOptions) {
  const response = await sendForHead(path, options)
  return { response, text: await readText(response, options.signal) }
}

/** A busy process refuses requests before it does anything, so any request can be sent again. */
const MAX_RETRIES_WHEN_OVERLOADED = 6

async function sendForHead(path: string, options: RequestOptions): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const response = await sendOnce(path, options)
    const isOverloaded = response.headers.has(OVERLOADED_HEADER)
    if (!isOverloaded || retries === MAX_RETRIES_WHEN_OVERLOADED) return response
    await response.body?.cancel()
    const { signal = new AbortController().signal } = options
    await pause(Number(response.headers.get('retry-after')) * 1_000, signal)
  }
}

async function sendOnce(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, headers, signal } = options
  const first = method === 'GET' ? await takeFirstAnswer(path) : undefined
  signal?.throwIfAborted()
  if (first !== undefined) return first
  const response = await fetch(path, {
    method,
    signal,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { [DASHBOARD_HEADER]: '1' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason
    throw new ApiError('offline', { detail: cause instanceof Error ? cause.message : null })
  })

  // Browsers hide the target and the status of a redirect.
  if (response.type === 'opaqueredirect') {
    throw new ApiError('unreadable', { detail: 'it redirected to another address' })
  }
  return response
}

/**
 * Parses JSON, or returns the text if it is not JSON: errors of some servers are HTML
 * (docs/wire-format.md). Integers keep all their digits at any depth. One odd value, such as Python's NaN,
 * doesn't make a whole page unreadable.
 */
export async function readJson(text: string): Promise<unknown> {
  if (text === '') return undefined
  try {
    return exactJson(text)
  } catch {
    if (!isCollection(text)) return text
    const { readOddJson } = await import('./odd-json.ts')
    return readOddJson(text)
  }
}

/** Whether a text is an array or object, as far as its beginning tells. */
function isCollection(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

async function endsEarly(text: string): Promise<boolean> {
  return (await import('./odd-json.ts')).endsEarly(text)
}

function describeInvalidAnswer(
  { issues: [issue] }: z.core.$ZodError,
  answer: unknown,
  text: string,
): string {
  if (text.trim() === '') return 'it is empty'
  if (answer === text) return 'it is not JSON'
  if (issue === undefined) return 'it doesn’t match the interface'
  const path = issue.path.length === 0 ? 'the response body' : issue.path.map(String).join('.')
  return `${path.slice(0, 200)}: ${describeIssue(issue)}`
}

/** zod/mini has no messages of its own. This text is for the operator of the service. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`
  if (issue.code === 'invalid_format') return `not a valid ${issue.format}`
  if (issue.code === 'custom' && issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.join(', ')}`
  return 'doesn’t match the interface'
}

function readText(response: Response, signal?: AbortSignal): Promise<string> {
  return response.text().catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason
    throw new ApiError('cut-off', { detail: cause instanceof Error ? cause.message : null })
  })
}

/** Wait even for "0". A timer of more than 24 days would fire immediately. */
const SHORTEST_WAIT_SECONDS = 1
const MAX_WAIT_SECONDS = 7 * 24 * 60 * 60

function secondsToWait(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (!(seconds >= 0)) return null
  return Math.min(Math.max(seconds, SHORTEST_WAIT_SECONDS), MAX_WAIT_SECONDS)
}

/** Resolves to whether the person answered, so that the change can be sent again. */
type Ask<Asked> = (asked: Asked) => Promise<boolean>

/** A question that a person must answer before the gateway makes a change, and the function that asks it. */
export class Question<Asked> {
  #ask: Ask<Asked> | null = null
  #asking: Promise<boolean> | null = null

  /**
   * Registers the function that asks the person.
   *
   * @returns a function that unregisters it
   */
  readonly onAsked = (ask: Ask<Asked>): (() => void) => {
    this.#ask = ask
    return () => {
      if (this.#ask === ask) this.#ask = null
    }
  }

  /** Asks once, for all changes that wait for the answer. */
  ask(asked: Asked): Promise<boolean> {
    this.#asking ??= (this.#ask?.(asked) ?? Promise.resolve(false)).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }
}

/** The person's name, when their first change needs it. */
export const nameQuestion = new Question<null>()

/** Hosts that Redial found in a field of the service, and the companies of the events for them. */
export type UnconfirmedReceivers = { receivers: string[]; companies: string[] }

/** What an answer asks a person to confirm; null if that is nothing. */
export function unconfirmedReceivers(headers: Headers): UnconfirmedReceivers | null {
  const listIn = (name: string) => headers.get(name)?.split(',').filter(Boolean) ?? []
  const receivers = listIn(UNCONFIRMED_HEADER)
  const companies = listIn(UNCONFIRMED_COMPANIES_HEADER).map(decodeURIComponent)
  return receivers.length === 0 ? null : { receivers, companies }
}

/** Whether events may be sent there. */
export const receiverQuestion = new Question<UnconfirmedReceivers>()
