import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { startReceiver } from '../../../testing/peers/test-receiver.ts'
import { PROGRESS } from './receiver-in-thread.ts'

/* The thread of receiver-in-thread.ts. */

const progress = new Int32Array(z.instanceof(SharedArrayBuffer).parse(workerData))

const { url, exception, ca } = await startReceiver().then(receiver => {
  receiver.behave((_request, response) => {
    if (receiver.requests.length === 1) return void response.end()
    Atomics.store(progress, 0, PROGRESS.arrived)
    Atomics.wait(progress, 0, PROGRESS.arrived)
    response.end(() => {
      Atomics.store(progress, 0, PROGRESS.answered)
      Atomics.notify(progress, 0)
    })
  })
  return receiver
})
parentPort?.postMessage({ url, exception, ca })
