import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { eventually } from '../../../testing/eventually.ts'

/** The progress of a request, in memory that both threads share. */
export const PROGRESS = { none: 0, arrived: 1, mayBeAnswered: 2, answered: 3 } as const

/** The message of the thread when it listens. */
export const Listening = z.object({ url: z.string(), exception: z.string(), ca: z.string() })

/** A real HTTPS receiver that answers while this thread is blocked. Its first answer is immediate. */
export async function startReceiverInThread() {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const progress = new Int32Array(shared)
  const worker = new Worker(new URL('./receiver-thread.ts', import.meta.url), {
    workerData: shared,
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  worker.once('message', resolve).once('error', reject)
  return {
    ...Listening.parse(await promise),
    /**
     * Resolves when a request has arrived, whose answer waits for `answer`: at a point where this thread's event
     * loop runs timers next, and sockets after them.
     */
    async arrived() {
      await eventually(() => Atomics.load(progress, 0) === PROGRESS.arrived)
      await setImmediate()
    },
    /** Makes it answer 200, and blocks this thread until the answer is in this thread's socket. */
    answer() {
      Atomics.store(progress, 0, PROGRESS.mayBeAnswered)
      Atomics.notify(progress, 0)
      Atomics.wait(progress, 0, PROGRESS.mayBeAnswered)
    },
    close: () => worker.terminate(),
  }
}
