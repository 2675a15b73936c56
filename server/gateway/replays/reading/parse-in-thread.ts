import { Tinypool } from 'tinypool'
import { errorCode } from '../../../webhooks/http/cause.ts'
import { BadAnswer } from '../../upstream/upstream-error.ts'
import type { PageJob, ParsedPage } from './page-thread.ts'
import type { PageOf } from './parse-list-page.ts'

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

/**
 * Parses a large page while the process answers other requests.
 *
 * @param job its body is empty afterwards, because its memory is transferred to the thread
 * @param thread the module of a `PageParser`
 * @throws BadAnswer if it can't be read
 */
export async function parseInThread<Event>(job: PageJob, thread: string): Promise<PageOf<Event>> {
  try {
    const transferList = job.body.buffer instanceof ArrayBuffer ? [job.body.buffer] : []
    const parsed: ParsedPage<Event> = await threads.run(job, {
      filename: thread,
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
