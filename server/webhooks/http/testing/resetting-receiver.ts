import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Listening } from './receiver-in-thread.ts'

/** A receiver that answers 200, and resets its first connection while this thread is blocked. */
export async function startResettingReceiver() {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const worker = new Worker(new URL('./resetting-receiver-thread.ts', import.meta.url), {
    workerData: shared,
  })
  const [listening] = await once(worker, 'message')
  return {
    ...Listening.parse(listening),
    /** Blocks this thread until the reset is in this thread's socket. */
    reset() {
      worker.postMessage('reset')
      Atomics.wait(new Int32Array(shared), 0, 0)
    },
    close: () => worker.terminate(),
  }
}
