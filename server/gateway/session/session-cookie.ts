import { hkdfSync } from 'node:crypto'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance } from 'fastify'

declare module '@fastify/secure-session' {
  interface SessionData {
    /** The API token, readable by the gateway alone: the cookie is sealed and HttpOnly. */
    token: string
    /** What the person calls himself, shown beside the replays that he starts. */
    name: string
  }
}

/** A session ends so many seconds after its sign-in. */
const LIFETIME = 7 * 24 * 60 * 60

/** Keeps the session in a sealed cookie, so that every process with the same secret can open it. */
export async function sessionCookie(
  app: FastifyInstance,
  { secret, secure }: { secret: string; secure: boolean },
): Promise<void> {
  await app.register(secureSession, {
    cookieName: 'redial_session',
    key: Buffer.from(hkdfSync('sha256', secret, '', 'redial session cookie', 32)),
    expiry: LIFETIME,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: LIFETIME },
  })
}
