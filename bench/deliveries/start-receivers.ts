import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import {
  type Answering,
  Counted,
  Listening,
  Obeyed,
  type Order,
  type Post,
  Taken,
} from './receivers-messages.ts'

export type Receivers = {
  /** The address of each receiver, without a path, in the order asked for. */
  origins: string[]
  /** The settings that Redial needs to deliver to them. */
  settings: { RECEIVER_CA_FILE: string; RECEIVER_EXCEPTIONS: string }
  /** Changes how all of them answer from now on. */
  answer(how: Answering): Promise<void>
  /** How many posts have come since they were last taken. */
  count(): Promise<number>
  take(): Promise<Post[]>
  stop(): Promise<void>
}

/** Starts receivers in a separate process, and writes their authority's certificate to `folder`. */
export async function startReceivers(folder: string, receivers: Answering[]): Promise<Receivers> {
  const child = fork(new URL('./receivers-process.ts', import.meta.url))
  const ended = once(child, 'exit')
  const ask = async <Answer>(order: Order, schema: z.ZodType<Answer>): Promise<Answer> => {
    const answered = once(child, 'message')
    child.send(order)
    const [message] = await Promise.race([
      answered,
      ended.then(([code]) => {
        throw new Error(`The receivers ended with ${code}`)
      }),
    ])
    return schema.parse(message)
  }
  const { ports, authority } = await ask({ order: 'listen', receivers }, Listening)
  const file = join(folder, 'authority.pem')
  writeFileSync(file, authority)
  return {
    origins: ports.map(port => `https://localhost:${port}`),
    settings: {
      RECEIVER_CA_FILE: file,
      RECEIVER_EXCEPTIONS: ports.map(port => `localhost:${port}`).join(','),
    },
    answer: async how => void (await ask({ order: 'answer', how }, Obeyed)),
    count: async () => (await ask({ order: 'count' }, Counted)).count,
    take: async () => (await ask({ order: 'take' }, Taken)).posts,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
