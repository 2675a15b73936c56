import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from './test-receiver.ts'

/** A receiver that takes `ms` to answer 200, as one that does some work or is far away. */
export function slowly(ms: number): Exclude<Behaviour, number> {
  return async (_request, response) => {
    await sleep(ms)
    response.end()
  }
}
