import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { percentile } from '../measurement.ts'
import type { SecurityTarget } from './security-target.ts'

/** What others wait for: one list every 50 ms, of another account and from another address. */
export type Bystander = {
  /** In ms, since this was asked last, with those that still wait. */
  waits(): Promise<number[]>
  stop(): Promise<void>
}

/** On a thread of its own, so that it takes no time from, and loses none to, whoever attacks. */
export function startBystander({ url, bystanderTokens }: SecurityTarget): Bystander {
  const worker = new Worker(new URL('./bystander-worker.ts', import.meta.url), {
    workerData: { url, tokens: bystanderTokens },
  })
  return {
    async waits() {
      const heard = once(worker, 'message')
      worker.postMessage('waits')
      const [waits] = await heard
      return waits
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** How long most of them waited, and the one that waited longest. */
export function waitText(waits: number[]): string {
  if (waits.length === 0) return 'nobody asked'
  const [half, most] = [50, 99].map(percent => Math.round(percentile(waits, percent)))
  return `median ${half} ms, 99th percentile ${most} ms, longest ${Math.round(Math.max(...waits))} ms of ${waits.length}`
}
