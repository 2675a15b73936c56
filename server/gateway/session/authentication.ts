import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_OUT_HEADER } from '../../../contract/session.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import type { GatewayDependencies } from '../gateway-dependencies.ts'
import {
  authorizationOf,
  isSafe,
  ownAuthorization,
  requireAuthorization,
  requireSameOrigin,
} from './authorization.ts'
import { CALLER, type Caller, HAS_KEY } from './caller.ts'
import { FailedTries, FREE_TRIES_OF_OWN_SERVICE } from './failed-tries.ts'
import { type AskService, ProvenTokens } from './proven-tokens.ts'
import { type SessionCookie, sessionOf } from './session-cookie.ts'
import type { OpenSession, Sessions } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A change that is passed to the service with the caller's token, so the service checks the
     * token then.
     */
    asksService?: boolean
    /** A POST that changes nothing, such as a query with many ids. It is authenticated like a GET. */
    onlyReads?: boolean
    /**
     * Shows what the service listed before. So the service must have accepted the token within the last
     * minute, also for a session while the service can't answer.
     */
    showsCopy?: boolean
  }
}

export type AuthenticationDependencies = Pick<
  GatewayDependencies,
  'own' | 'keys' | 'upstreamName' | 'publicUrl' | 'clock'
> & {
  cookie: SessionCookie
  sessions: Sessions
  ask: AskService
  /** Called when the sessions of a token have ended because the service refuses it. */
  onTokenRefused: (request: FastifyRequest, session: OpenSession, ended: number) => Promise<void>
}

/** Hooks that authenticate a request before its body is read (docs/decisions/0005). */
export class Authentication {
  readonly #dependencies: AuthenticationDependencies
  readonly #proven: ProvenTokens
  readonly #tries: FailedTries
  /** For tokens in requests to our own service. */
  readonly #triesOfOwnService: FailedTries

  constructor(dependencies: AuthenticationDependencies) {
    const { ask, clock } = dependencies
    this.#dependencies = dependencies
    this.#proven = new ProvenTokens(ask, clock)
    this.#tries = new FailedTries(clock)
    this.#triesOfOwnService = new FailedTries(clock, FREE_TRIES_OF_OWN_SERVICE)
  }

  /**
   * Identifies who makes a request, for `callerOf`. A change has to come from our own pages or with its
   * own token, and the service has to accept the token now, not only within the last minute. If the
   * service can't say, a session may still read what Redial itself has.
   *
   * @throws HttpError 401 or 403; 429, 502 or 504 if the service can't say
   */
  readonly requireCaller = async (request: FastifyRequest): Promise<void> => {
    const { cookie, publicUrl } = this.#dependencies
    await cookie.read(request)
    const authorization = requireAuthorization(request)
    requireSameOrigin(request, publicUrl)
    const { asksService, onlyReads, showsCopy = false } = request.routeOptions.config
    const isFresh = !(isSafe(request) || asksService || onlyReads)
    const needs = { isFresh, isCertain: isFresh || showsCopy }
    const account = await this.#prove(request, authorization, needs)
    this.#remember(request, account, authorization)
  }

  /**
   * Lets a request pass to the service. A request that only reads, with a session or without a token,
   * is checked by the service. Any other has to be authenticated first, for `callerOf`.
   *
   * @throws HttpError like `requireCaller`
   */
  readonly requireToken = async (request: FastifyRequest): Promise<void> => {
    const { cookie, publicUrl } = this.#dependencies
    await cookie.read(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && authorizationOf(request) === null) return
    const proven = requireAuthorization(request)
    if (isRead && isBySession(request)) return
    requireSameOrigin(request, publicUrl)
    const account = await this.#prove(request, proven, { isFresh: false, isCertain: false })
    this.#remember(request, account, proven)
  }

  /**
   * Checks a key that is not one of the service's tokens, such as the telephone switch's. The right
   * key never has to wait, even if others try wrong ones from the same address: calls would be lost.
   *
   * @throws HttpError 429, and whatever `check` throws
   */
  requireKey(check: (request: FastifyRequest) => Promise<void>) {
    return async (request: FastifyRequest): Promise<void> => {
      await check(request).catch((error: unknown) => this.countFailure(request, error))
      request.setDecorator(HAS_KEY, true)
    }
  }

  /**
   * Checks whether a 401 of the service is about the token. For a session's token it asks again,
   * because the interface has a 401 for other reasons, which is only shown. A script has to prove
   * its token again.
   *
   * @throws HttpError 401 if the session has ended
   */
  async checkAfterRefusal(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const own = ownAuthorization(request)
    if (own !== undefined) return this.#proven.forget(own)
    const session = sessionOf(request)
    if (session === null) return void reply.header(SIGNED_OUT_HEADER, '1')
    await this.#proveSession(request, session).catch(onlyRefusals)
  }

  /**
   * Whether the service accepts a token that somebody signs in with.
   *
   * @returns the token's account
   * @throws HttpError 401 or 429; 502 or 504 if it can't say
   */
  async proveSignIn(request: FastifyRequest, authorization: string): Promise<string> {
    return this.#countTry(request, () => this.#proven.prove(authorization))
  }

  #remember(request: FastifyRequest, account: string, authorization: string): void {
    const { keys, upstreamName: service } = this.#dependencies
    const session = isBySession(request) ? sessionOf(request) : null
    request.setDecorator<Caller>(CALLER, {
      account,
      service,
      tokenKey: keys.keyOf(authorization),
      who: session?.name ?? null,
      authorization,
      sessionId: session?.id ?? null,
    })
  }

  /** @param needs whether the service has to accept the token now, and whether it has to say so at all */
  async #prove(
    request: FastifyRequest,
    authorization: string,
    { isFresh, isCertain }: { isFresh: boolean; isCertain: boolean },
  ): Promise<string> {
    const proven = this.#proven
    // Our own service takes one query of the database. The answer of a foreign one is valid for a minute.
    const asksEachTime = this.#dependencies.own !== null
    const account = proven.accountOf(authorization)
    if (account !== null && !isFresh && !asksEachTime) return account
    const session = sessionOf(request)
    if (session !== null && isBySession(request)) {
      return this.#proveSession(request, session).catch(error => {
        if (isCertain || !(error instanceof HttpError) || isRefusal(error)) throw error
        // The service accepted the token at sign-in, and is too busy now to say more.
        return session.account
      })
    }
    // A client whose token was valid today does not guess, and simultaneous requests share one check.
    if (proven.wasProven(authorization) || proven.isAsked(authorization)) {
      return proven.prove(authorization)
    }
    // A query of our own database is cheap, so nobody with a valid token waits for others.
    if (!asksEachTime) return this.#countTry(request, () => proven.prove(authorization))
    return proven
      .prove(authorization)
      .catch((error: unknown) => this.countFailure(request, error, this.#triesOfOwnService))
  }

  /** Ends the session if the service refuses its token, and refuses again if it is asked again. */
  async #proveSession(request: FastifyRequest, session: OpenSession): Promise<string> {
    const { sessions, onTokenRefused } = this.#dependencies
    const authorization = `Token ${session.token}`
    try {
      return await this.#proven.prove(authorization).catch(error => {
        if (isRefusal(error)) return this.#proven.prove(authorization)
        throw error
      })
    } catch (error) {
      if (!isRefusal(error)) throw error
      const ended = await sessions.endAll(session.tokenKey)
      if (ended > 0) await onTokenRefused(request, session, ended)
      request.log.warn({ client: request.ip }, 'A session ended: the service refuses its token')
      throw detailError(
        401,
        'The service no longer accepts the token that you signed in with. Sign in again.',
        { 'www-authenticate': 'Token', [SIGNED_OUT_HEADER]: '1' },
      )
    }
  }

  /** Throws the error of a wrong sign-in, token or key, or 429. */
  countFailure(request: FastifyRequest, error: unknown, tries?: FailedTries): Promise<never> {
    return this.#countTry(request, () => Promise.reject(error), tries)
  }

  async #countTry<Result>(
    request: FastifyRequest,
    attempt: () => Promise<Result>,
    tries = this.#tries,
  ): Promise<Result> {
    try {
      return await tries.attempt(request.ip, attempt, isRefusal)
    } catch (error) {
      if (isRefusal(error)) {
        const { method, ip, routeOptions } = request
        request.log.warn({ client: ip, method, path: routeOptions.url }, 'Failed authentication')
      }
      throw error
    }
  }
}

/** Whether the request is authorised by the session alone. */
function isBySession(request: FastifyRequest): boolean {
  return ownAuthorization(request) === undefined && sessionOf(request) !== null
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401
}

/** If the service can't say now, its earlier answer still counts. */
function onlyRefusals(error: unknown): void {
  if (isRefusal(error)) throw error
}
