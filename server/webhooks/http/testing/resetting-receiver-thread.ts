import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { startRawReceiver } from './raw-receiver.ts'

/* The thread of resetting-receiver.ts. */

const isReset = new Int32Array(z.instanceof(SharedArrayBuffer).parse(workerData))

const { url, exception, ca } = await startRawReceiver((socket, number, reset) => {
  if (number === 1) {
    parentPort?.once('message', reset)
    socket.once('close', () => {
      Atomics.store(isReset, 0, 1)
      Atomics.notify(isReset, 0)
    })
  }
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
})
parentPort?.postMessage({ url, exception, ca })
