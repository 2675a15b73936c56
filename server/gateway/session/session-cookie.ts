import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIFETIME_DAYS, type OpenSession, type Sessions } from './sessions.ts'

export const OPEN_SESSION = 'openSession'

/** Browsers accept the first name only over HTTPS, for this host alone and not from a subdomain. */
const SECURE_NAME = '__Host-redial'
const PLAIN_NAME = 'redial'

/** The session of a request, after `SessionCookie.read` has run; null if nobody is signed in. */
export function sessionOf(request: FastifyRequest): OpenSession | null {
  return request.getDecorator<OpenSession | null>(OPEN_SESSION)
}

export class SessionCookie {
  readonly #sessions: Sessions
  readonly #isSecure: boolean

  /** @param isSecure whether browsers use HTTPS, so that the cookie is never sent without it */
  constructor(sessions: Sessions, isSecure: boolean) {
    this.#sessions = sessions
    this.#isSecure = isSecure
  }

  async read(request: FastifyRequest): Promise<OpenSession | null> {
    const cookie = request.cookies[this.#name]
    const session = cookie === undefined ? null : await this.#sessions.find(cookie)
    request.setDecorator<OpenSession | null>(OPEN_SESSION, session)
    return session
  }

  /** Whether the request has one of our cookies, with a valid session or not. */
  isSent(request: FastifyRequest): boolean {
    return request.cookies[this.#name] !== undefined
  }

  set(request: FastifyRequest, reply: FastifyReply, cookie: string, session: OpenSession): void {
    request.setDecorator<OpenSession | null>(OPEN_SESSION, session)
    reply.setCookie(this.#name, cookie, {
      ...this.#attributes,
      maxAge: LIFETIME_DAYS * 24 * 60 * 60,
    })
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    request.setDecorator<OpenSession | null>(OPEN_SESSION, null)
    reply.clearCookie(this.#name, this.#attributes)
  }

  get #name(): string {
    return this.#isSecure ? SECURE_NAME : PLAIN_NAME
  }

  get #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#isSecure } as const
  }
}
