import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { addDays, CalendarDate } from '../../../contract/time/calendar-date.ts'
import { errorCode } from '../../webhooks/http/cause.ts'
import { AccountQueues } from './account-queues.ts'
import { createUnpacker, LimitedAnswer, tooLarge } from './limited-answer.ts'
import { BadAnswer, errorBeforeAnswer, UpstreamTimeout } from './upstream-error.ts'

const MAX_CONNECTIONS = 128

const MAX_SECOND_ATTEMPTS = 16

/** The maximum for one account, so that it can't hold connections that others need. */
const MAX_FOR_ONE = 32

/** Parallel page requests may push a client toward rate limits (docs/interface.md, "Limits"). */
const MAX_LISTS = 2

/** 103 Early Hints and 102 Processing may come a few times. An endless stream only keeps us busy. */
const MAX_INTERIM = 20

/** Their size is limited by undici: 16 KiB in all. */
const MAX_HEADERS = 200

export type UpstreamRequest = {
  method: string
  /** Includes the base URL's own path, and the query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Cancels the request, whether it waits or is in flight. */
  signal?: AbortSignal | undefined
  /** Who asks: an Authorization header in its canonical form, or a client's address if there is none. */
  account: string
  /** Whether it is a list request of the account; two may be in flight. */
  isList: boolean
  /** The maximum size of the answer, decompressed. */
  mostBytes: number
  /** Whether the answer is decompressed; otherwise it is passed on as it arrives. */
  isUnpacked: boolean
}

export type UpstreamReply = {
  statusCode: number
  headers: IncomingHttpHeaders
  /** Breaks off with an error if it exceeds its limits. */
  body: Readable
}

export type UpstreamConnections = ReturnType<typeof connectUpstream>

/**
 * The connections to the one origin that tokens are sent to. They are kept alive, and shared.
 *
 * @param baseUrl the service's; may have a path
 * @param timeoutMs the time limit for the answer, from the request to its last part
 * @param fields `toDate` says whether the service's lists include `to_date`
 */
export function connectUpstream(
  baseUrl: string,
  timeoutMs: number,
  fields: { toDate: { is_included: boolean } },
) {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/(?<!\/)\/+$/, '')
  const lists = new AccountQueues(MAX_LISTS)
  const requests = new AccountQueues(MAX_FOR_ONE)
  const options: Agent.Options = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: MAX_CONNECTIONS,
    // One request per connection, so that one that hangs or breaks affects no other.
    allowH2: false,
  }
  const agent = new Agent(options)
  /** Second attempts use it: without pipelining, each request gets a new connection. */
  const withoutKeepAlive = new Agent({
    ...options,
    connections: MAX_SECOND_ATTEMPTS,
    pipelining: 0,
  })

  async function send(request: UpstreamRequest): Promise<UpstreamReply> {
    const { method, path, headers, body = null, signal } = request
    const begun = performance.now()
    const patience = new AbortController()
    // undici restarts its timer after each interim answer.
    const timer = setTimeout(() => patience.abort(new UpstreamTimeout()), timeoutMs)
    let interim = 0
    const attempt: Dispatcher.RequestOptions = {
      method,
      path,
      headers,
      body,
      origin,
      signal: signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]),
      onInfo: () => {
        if (++interim > MAX_INTERIM) patience.abort(new BadAnswer(ENDLESS_INTERIM))
      },
    }
    try {
      const answer = await agent.request(attempt).catch((error: unknown) => {
        if (patience.signal.aborted || !isWorthAnotherTry(request, error)) {
          throw errorBeforeAnswer(error)
        }
        return withoutKeepAlive.request(attempt)
      })
      return limitRequest(request, answer, { timeoutMs, waitedMs: performance.now() - begun })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    origin,
    /** The base URL's path, without a trailing slash. */
    basePath,
    /** The path of a request that Redial makes itself, with the base path, and with `to_date` as the service reads it. */
    pathOf: (path: string) => `${basePath}${fields.toDate.is_included ? withLastDay(path) : path}`,
    /**
     * Sends a request and resolves when its answer begins. Redirects are not followed.
     *
     * @throws undici's errors, BadAnswer, UpstreamTimeout, and HttpError 429 if too many requests wait
     */
    async ask(request: UpstreamRequest): Promise<UpstreamReply> {
      const { account, isList, signal } = request
      const ends: (() => void)[] = []
      const end = () => {
        for (const leave of ends) leave()
      }
      try {
        if (isList) ends.push(await lists.enter(account, signal))
        ends.push(await requests.enter(account, signal))
        const reply = await send(request)
        reply.body.once('close', end)
        return reply
      } catch (error) {
        end()
        throw error
      }
    },
    /** How many list requests of an account wait for others. */
    waitingLists: (account: string) => lists.waiting(account),
    async close(): Promise<void> {
      await Promise.all([agent.close(), withoutKeepAlive.close()])
    },
  }
}

/** Redial's `to_date` is the day after the last one. A text that is no day passes, and the service refuses it. */
function withLastDay(path: string): string {
  return path.replace(/(?<=[?&]to_date=)[^&]*/, text => {
    const day = CalendarDate.safeParse(text)
    return day.success ? addDays(day.data, -1) : text
  })
}

const ENDLESS_INTERIM = `sent more than ${MAX_INTERIM} interim answers (status 1xx) and not its own`

/** @throws BadAnswer if its beginning shows that it can't be passed on or read */
function limitRequest(
  { method, mostBytes, isUnpacked }: UpstreamRequest,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { timeoutMs, waitedMs }: { timeoutMs: number; waitedMs: number },
): UpstreamReply {
  try {
    // Node itself could not pass such a status on.
    if (statusCode > 599) {
      throw new BadAnswer(`answered with the status ${statusCode}, which HTTP does not know`)
    }
    if (Object.keys(headers).length > MAX_HEADERS) {
      throw new BadAnswer(`answered with more than ${MAX_HEADERS} headers`)
    }
    const isLong = Number(headers['content-length']) > mostBytes
    if (isLong && method !== 'HEAD') throw tooLarge(mostBytes)
    const unpacker = createUnpacker(headers['content-encoding'])
    const unpacking = unpacker && { unpacker, isPassedOn: isUnpacked }
    const answer = new LimitedAnswer({ mostBytes, timeoutMs }, waitedMs, unpacking)
    const { 'content-encoding': _, 'content-length': __, ...others } = headers
    return {
      statusCode,
      headers: unpacker !== null && isUnpacked ? others : headers,
      // The reader of the answer gets the error.
      body: pipeline(body, answer, () => {}),
    }
  } catch (error) {
    body.on('error', () => {}).destroy()
    throw error
  }
}

const SAFE_METHODS = ['GET', 'HEAD']
const LOST = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/**
 * A service may close a kept-alive connection just as a request is sent on it. A request that only
 * reads is then sent again, once; any other may have been executed already.
 */
function isWorthAnotherTry({ method, signal }: UpstreamRequest, error: unknown): boolean {
  return SAFE_METHODS.includes(method) && !signal?.aborted && LOST.includes(errorCode(error))
}
