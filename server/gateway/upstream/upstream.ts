import type { Readable } from 'node:stream'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { secondsToWait } from '../../../contract/time/retry-after.ts'
import { READER_HEADER } from '../../http/bearer-key.ts'
import { AccountQueues } from './account-queues.ts'
import type { UpstreamConnections } from './upstream-connections.ts'
import { BadAnswer, upstreamError } from './upstream-error.ts'

/** The service behind the gateway, our own or a foreign one, known only by its public interface. */
export type Upstream = {
  /** The service's name in our tables, the same after every start. */
  name: string
  /** Its base URL, without a trailing slash. */
  url: string
  /** The page size for reading events to replay. */
  pageSize: number
  /** Whether it is our own service in this process. */
  isOwn: boolean
  /**
   * GET of a path with its query, with the caller's Authorization header. Redirects are not followed.
   *
   * @throws HttpError 502 or 504 with a Detail body if there is no complete answer, or one that is too
   *   large; 429 if too many of the caller's requests wait
   */
  get(path: string, authorization: string, signal?: AbortSignal): Promise<UpstreamAnswer>
  /** Whether requests for lists with this Authorization header wait for others. */
  isBusy(authorization: string): boolean
  /**
   * Like `get`, but only the beginning of the answer, and as the caller's own request. Doesn't wait for
   * the account's lists.
   *
   * @param options `mostBytes` is 64 KiB by default, enough to recognise an answer; `headers` are those of
   *   the caller's request that the service may know
   */
  peek(
    path: string,
    authorization: string,
    signal?: AbortSignal,
    options?: { mostBytes?: number; headers?: Record<string, string> },
  ): Promise<UpstreamGlimpse>
  /**
   * The whole body of an answer with status 200, decompressed.
   *
   * @throws the body's error if it breaks off or is too large
   */
  readBody(body: Readable, signal: AbortSignal): Promise<Pick<UpstreamAnswer, 'body' | 'done'>>
}

type Answered = {
  status: number
  /** Seconds; null if it doesn't ask for a wait. */
  retryAfter: number | null
  /** The target of a redirect, unchanged. */
  location: string | null
}

export type UpstreamAnswer = Answered & {
  body: Uint8Array
  /**
   * Call this when the body has been read. Only one large body is held at a time, so the next one waits.
   * Only an answer with status 200 can be large.
   */
  done(): void
}

export type UpstreamGlimpse = Answered & { text: string; isWhole: boolean }

/** A list without pages may be long: room for 50,000 events. */
export const MAX_BYTES = 52 * 1024 * 1024

/** The limit for our own service. Larger pages of ordinary events would be parsed in another thread. */
const OWN_PAGE_SIZE = 250

const GLIMPSE = 64 * 1024

/** Only one answer larger than this is held at a time. Errors are never larger. */
const LARGE = 1024 * 1024

/**
 * @param readerKey the key by which our own service, in this process, recognises reading for replays
 */
export function createUpstream(
  connections: UpstreamConnections,
  name: string,
  readerKey?: string,
): Upstream {
  const asReader = readerKey === undefined ? {} : { [READER_HEADER]: readerKey }
  const large = new AccountQueues(1)

  type Options = { isList: boolean; signal: AbortSignal | undefined; own?: Record<string, string> }

  async function ask<Content>(
    path: string,
    authorization: string,
    { isList, signal, own }: Options,
    read: (body: Readable, status: number) => Promise<Content>,
  ): Promise<Answered & Content> {
    try {
      const { statusCode, headers, body } = await connections.ask({
        method: 'GET',
        path: connections.pathOf(path),
        headers: { ...own, accept: 'application/json', authorization, ...(isList && asReader) },
        signal,
        account: authorization,
        isList,
        mostBytes: MAX_BYTES,
        isUnpacked: true,
      })
      const content = await read(body, statusCode)
      const location = typeof headers.location === 'string' ? headers.location : null
      return { status: statusCode, retryAfter: secondsToWait(headers), location, ...content }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw upstreamError(error)
    }
  }

  return {
    name,
    url: `${connections.origin}${connections.basePath}`,
    pageSize: readerKey === undefined ? MAX_PAGE_SIZE : OWN_PAGE_SIZE,
    isOwn: readerKey !== undefined,
    get: (path, authorization, signal) =>
      ask(path, authorization, { isList: true, signal }, (body, status) =>
        wholeBody(body, status === 200 ? () => large.enter('', signal) : null),
      ),
    readBody: (body, signal) => wholeBody(body, () => large.enter('', signal)),
    isBusy: authorization => connections.waitingLists(authorization) > 0,
    peek: (path, authorization, signal, { mostBytes = GLIMPSE, headers: own = {} } = {}) =>
      ask(path, authorization, { isList: false, signal, own }, async body => {
        const { bytes, isWhole } = await beginningOf(body, mostBytes)
        return { text: new TextDecoder().decode(bytes), isWhole }
      }),
  }
}

/** @param beginLarge waits until a large body may be held; null if none may be large */
async function wholeBody(
  body: Readable,
  beginLarge: (() => Promise<() => void>) | null,
): Promise<{ body: Uint8Array; done: () => void }> {
  const parts: Buffer[] = []
  let bytes = 0
  let whole: Buffer | null = null
  let done = () => {}
  try {
    for await (const part of body) {
      if (whole === null && bytes + part.length > LARGE) {
        if (beginLarge === null) throw new BadAnswer(LONG_ERROR)
        done = await beginLarge()
        // The memory is only taken as it is filled. Joining parts at the end would need it twice.
        whole = Buffer.allocUnsafeSlow(MAX_BYTES)
        let at = 0
        for (const one of parts.splice(0)) at += one.copy(whole, at)
      }
      if (whole === null) parts.push(part)
      else part.copy(whole, bytes)
      bytes += part.length
    }
    return { body: whole?.subarray(0, bytes) ?? Buffer.concat(parts), done }
  } catch (error) {
    done()
    throw error
  }
}

const LONG_ERROR = 'gave an error of more than 1 MiB, which Redial does not read'

/** The first bytes of a body. The rest is discarded. */
export async function beginningOf(
  body: Readable,
  mostBytes: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size > mostBytes) break
  }
  return { bytes: Buffer.concat(parts).subarray(0, mostBytes), isWhole: size <= mostBytes }
}
