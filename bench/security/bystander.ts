import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { percentile } from '../measurement.ts'
import type { SecurityTarget } from './security-target.ts'

/** What others wait for: one list every 50 ms, of another account and from another address. */
export type Bystander = {
  /** In ms, since the last call, including calls that still wait. */
  waits(): Promise<number[]>
  stop(): Promise<void>
}

/** On its own thread, so that it and the attacker don't slow each other down. */
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

/** The median and the longest wait. */
export function waitText(waits: number[]): string {
  if (waits.length === 0) return 'nobody asked'
  const [half, most] = [50, 99].map(percent => Math.round(percentile(waits, percent)))
  return `median ${half} ms, 99th percentile ${most} ms, longest ${Math.round(Math.max(...waits))} ms of ${waits.length}`
}
