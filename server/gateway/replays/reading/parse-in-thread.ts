import { Tinypool } from 'tinypool'
import type { EventFields } from '../../../../contract/fields/read-event.ts'
import type { PageRequest } from '../../../../contract/pages/page-place.ts'
import { errorCode } from '../../../webhooks/http/cause.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'

export type PageJob<At extends PageRequest = PageRequest> = {
  body: Uint8Array
  at: At
  fields: EventFields
}

/** A parser that page-thread.ts also finds by its name. */
export type ParsePage<Page, At extends PageRequest = PageRequest> = (
  body: Uint8Array,
  at: At,
  fields: EventFields,
) => Page

/** The result of another thread. */
export type ParsedPage<Page> = { page: Page } | { problem: string }

/** One thread, created for the first page. It ends when it has been idle for a while. */
const threads = new Tinypool({
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  // A page that needs more memory is refused, and the process survives.
  resourceLimits: { maxOldGenerationSizeMb: 256 },
})

const TOO_MUCH = 'gave an answer that takes too much time or memory to be read'

/** A valid page of 52 MiB takes some seconds on a busy machine. */
const MAX_MS = 20_000

/** Parsing more than this would delay other requests noticeably. */
const LARGE = 256 * 1024

/**
 * Parses a page; a large one while the process answers other requests.
 *
 * @param job its body is empty after a large page, because its memory is transferred to the thread
 * @throws BadAnswer if it can't be read
 */
export async function parseInThread<Page, At extends PageRequest>(
  parse: ParsePage<Page, At>,
  job: PageJob<At>,
): Promise<Page> {
  if (job.body.length <= LARGE) return parse(job.body, job.at, job.fields)
  try {
    const transferList = job.body.buffer instanceof ArrayBuffer ? [job.body.buffer] : []
    const parsed: ParsedPage<Page> = await threads.run(job, {
      filename: new URL('../../page-thread.ts', import.meta.url).href,
      name: parse.name,
      transferList,
      signal: AbortSignal.timeout(MAX_MS),
    })
    if ('problem' in parsed) throw new BadAnswer(parsed.problem)
    return parsed.page
  } catch (error) {
    const isTooLong = error instanceof Error && error.name === 'AbortError'
    if (!isTooLong && errorCode(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    throw new BadAnswer(TOO_MUCH)
  }
}
