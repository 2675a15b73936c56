import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

/** Answers immediately, without authentication. */
export const FIXED_REPLY = '/v1/fixed_reply/'

/** The same answer after the checks that the lists make first: the token, then the throttle. */
export const FIXED_REPLY_SIGNED_IN = '/v1/fixed_reply_signed_in/'

export type PageServer = {
  origin: string
  /** Sets the answer of the routes above. */
  setFixedReply(text: string): Promise<void>
  stop(): Promise<void>
}

/** Starts page-server.ts on the database; resolves when it listens. */
export async function startPageServer(databaseUrl: string): Promise<PageServer> {
  const server = fork(new URL('./page-server.ts', import.meta.url), {
    env: {
      PATH: process.env.PATH,
      // The settings of a server.
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: randomBytes(32).toString('hex'),
    },
  })
  const ended = once(server, 'exit')
  const heard = async (): Promise<string> => {
    const [message] = await Promise.race([
      once(server, 'message'),
      ended.then(([code]) => {
        throw new Error(`The server ended with ${code}`)
      }),
    ])
    return String(message)
  }
  return {
    origin: await heard(),
    async setFixedReply(text) {
      const confirmed = heard()
      server.send(text)
      await confirmed
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}
