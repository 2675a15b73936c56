import { PassThrough, type Readable } from 'node:stream'
import type { Clock } from '../../config/timings.ts'

/** Proxies close a connection on which nothing is sent for a minute or less. */
const HEARTBEAT_MS = 15_000

/** How many heartbeats pass until the caller is checked again. */
const HEARTBEATS_PER_CHECK = 4

type StreamParts = {
  clock: Pick<Clock, 'wait'>
  /** Ends the stream. */
  signal: AbortSignal
  /** Calls back with each version, and returns a function that ends that. */
  watch: (listener: (version: string) => void) => () => void
  /** Rejects if the caller may read no longer. */
  checkCaller: () => Promise<void>
}

/**
 * Versions as server-sent events, with a comment as a heartbeat. The stream ends when the caller hangs up or may
 * read no longer.
 *
 * @throws what `watch` throws
 */
export function versionStream({ clock, signal, watch, checkCaller }: StreamParts): Readable {
  const stream = new PassThrough()
  const ended = new AbortController()
  const unwatch = watch(version => stream.write(`data: ${JSON.stringify({ version })}\n\n`))
  const end = () => {
    if (ended.signal.aborted) return
    ended.abort()
    unwatch()
    signal.removeEventListener('abort', end)
    stream.end()
  }
  signal.addEventListener('abort', end)
  stream.once('close', end)
  void beat()
  return stream

  async function beat(): Promise<void> {
    for (let beats = 1; !ended.signal.aborted; beats++) {
      await clock.wait(HEARTBEAT_MS, ended.signal).catch(() => {})
      if (ended.signal.aborted) return
      stream.write(':\n\n')
      if (beats % HEARTBEATS_PER_CHECK === 0) await checkCaller().catch(end)
    }
  }
}
