import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { createProber } from '../delivery/probe.ts'
import { receiverProblem } from '../delivery/receiver-problem.ts'
import { createSender } from '../delivery/sender.ts'
import { buildGateway } from '../gateway/gateway.ts'
import type { AccountOf } from '../gateway/replays/replay-owner.ts'
import type { ReplayHeaders } from '../gateway/replays/replay-queue.ts'
import { SignInCodes } from '../gateway/session/sign-in-codes.ts'
import type { TrustProxy } from '../http/trusted-proxies.ts'
import type { Clock, Timings } from '../timings.ts'
import { openTestDatabase } from './test-database.ts'
import type { TestReceiver } from './test-receiver.ts'
import { TEST_TIMINGS } from './test-timings.ts'

export type TestGateway = {
  url: string
  codes: SignInCodes
  app: FastifyInstance
  close(): Promise<void>
}

/** The gateway in front of `upstreamUrl`, listening on loopback, on a database of its own. */
export async function startTestGateway(
  upstreamUrl: string,
  {
    receivers = [] as TestReceiver[],
    nameServers = undefined as string[] | undefined,
    prefixes = ['/v1', '/v2'],
    pagePrefixes = ['/docs'],
    replayHeaders = async () => () => null,
    accountOf = undefined as AccountOf | undefined,
    database: opened = undefined as Database | undefined,
    timings: given = {} as Partial<Timings>,
    clock = undefined as Clock | undefined,
    serviceName = 'api.example.com',
    allowedHosts = [] as string[],
    trustProxy = undefined as TrustProxy | undefined,
  }: {
    receivers?: TestReceiver[]
    nameServers?: string[]
    prefixes?: string[]
    pagePrefixes?: string[]
    replayHeaders?: ReplayHeaders
    accountOf?: AccountOf
    /** Closed with the gateway. */
    database?: Database
    timings?: Partial<Timings>
    clock?: Clock
    serviceName?: string
    allowedHosts?: string[]
    trustProxy?: TrustProxy
  } = {},
): Promise<TestGateway> {
  const logger = pino({ level: 'silent' })
  const timings = { ...TEST_TIMINGS, ...given }
  const database = opened ?? (await openTestDatabase())
  const receiverSettings = {
    exceptions: receivers.map(receiver => receiver.exception),
    authorities: receivers.map(receiver => receiver.ca),
    nameServers,
    deadlineMs: timings.attemptDeadlineMs,
  }
  const sender = createSender(receiverSettings)
  const queue = await startJobQueue(database, logger, timings)
  const codes = new SignInCodes()
  const app = await buildGateway({
    db: database.db,
    queue,
    sender,
    probe: createProber(receiverSettings),
    receiverProblem: url => receiverProblem(url, receiverSettings),
    codes,
    replayHeaders,
    ...(accountOf && { accountOf }),
    logger,
    upstreamUrl,
    upstreamName: upstreamUrl,
    timings,
    clock,
    serviceName,
    prefixes,
    pagePrefixes,
    publicUrl: undefined,
    allowedHosts,
    trustProxy,
    secret: 'a secret for tests, of enough characters',
    timeZone: 'Africa/Johannesburg',
    dashboardFolder: '/nowhere',
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    codes,
    app,
    async close() {
      await app.close()
      await queue.stop({ graceful: false })
      await sender.close()
      await database.close()
    },
  }
}

/** What the dashboard's own requests carry. */
export const FROM_DASHBOARD: Record<string, string> = {
  'x-redial-dashboard': '1',
  'sec-fetch-site': 'same-origin',
}

export const JSON_BODY = { 'content-type': 'application/json' }

/** Signs in, and returns the Cookie header of the session. */
export async function signIn({ url }: Pick<TestGateway, 'url'>, body: unknown): Promise<string> {
  const response = await fetch(`${url}/gateway/session`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`Sign-in was answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}
