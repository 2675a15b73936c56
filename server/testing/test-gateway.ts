import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { REAL_CLOCK, type Timings } from '../config/timings.ts'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { buildGateway } from '../gateway/gateway.ts'
import type { GatewayDependencies, OwnService } from '../gateway/gateway-dependencies.ts'
import { AccountKeys } from '../gateway/session/account-keys.ts'
import { Seals } from '../gateway/session/seals.ts'
import { SignInLinks } from '../gateway/session/sign-in-links.ts'
import { ALONE } from '../webhooks/engine/live-processes.ts'
import { receiverProblem } from '../webhooks/http/receiver-url.ts'
import { createSender } from '../webhooks/http/sender.ts'
import { createReceiverTester } from '../webhooks/http/test-receiver.ts'
import type { TestReceiver } from './peers/test-receiver.ts'
import { openTestDatabase } from './test-database.ts'
import { TEST_TIMINGS } from './test-timings.ts'

export type TestGateway = {
  url: string
  links: SignInLinks
  app: FastifyInstance
  close(): Promise<void>
}

export type TestGatewayOptions = Partial<Omit<GatewayDependencies, 'timings' | 'own'>> & {
  /** As if the upstream were our own service. */
  own?: Partial<OwnService>
  receivers?: TestReceiver[]
  nameServers?: string[]
  /** Closed with the gateway. */
  database?: Database
  timings?: Partial<Timings>
}

/** The gateway in front of `upstreamUrl`, listening on loopback, with its own database and without a dashboard. */
export async function startTestGateway(
  upstreamUrl: string,
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const {
    receivers = [],
    nameServers,
    own,
    logger = pino({ level: 'silent' }),
    ...others
  } = options
  const timings = { ...TEST_TIMINGS, ...others.timings }
  const database = others.database ?? (await openTestDatabase())
  const receiverSettings = {
    exceptions: receivers.map(receiver => receiver.exception),
    authorities: receivers.map(receiver => receiver.ca),
    nameServers,
    deadlineMs: timings.attemptDeadlineMs,
  }
  const sender = createSender(receiverSettings)
  const queue = await startJobQueue(database, logger, timings)
  const seals = new Seals(SECRET)
  const keys = await AccountKeys.open(database.db, seals)
  const links = new SignInLinks(database.db, seals, upstreamUrl)
  const app = await buildGateway({
    db: database.db,
    processes: ALONE,
    workerDb: database.workerDb,
    longDb: database.longDb,
    queue,
    sender,
    testReceiver: createReceiverTester(receiverSettings),
    receiverProblem: url => receiverProblem(url, receiverSettings),
    links,
    seals,
    keys,
    replayHeaders: async () => () => null,
    logger,
    upstreamUrl,
    includesToDate: false,
    upstreamName: upstreamUrl,
    serviceName: 'api.example.com',
    publicUrl: undefined,
    allowedHosts: [],
    trustProxy: undefined,
    fieldFile: null,
    notices: { everyMs: 120_000, mail: null },
    timeZone: 'Africa/Johannesburg',
    dashboardFolder: '/nowhere',
    clock: REAL_CLOCK,
    ...others,
    own: own ? { ...OWN_SERVICE, ...own } : null,
    timings,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    links,
    app,
    async close() {
      await app.close()
      await queue.stop({ graceful: false })
      await sender.close()
      await database.close()
    },
  }
}

/** One account, and no checks. */
const OWN_SERVICE: OwnService = {
  accountOf: async () => 'partner 1',
  formerAccountOf: async () => null,
  readerKey: 'of this process',
  checkBeforeToken: async () => {},
  checkTelephonyKey: async () => {},
  serveReference: async () => {},
}

const SECRET = 'a secret for tests, of enough characters'

/** The headers of the dashboard's own requests. */
export const FROM_DASHBOARD: Record<string, string> = {
  'x-redial-dashboard': '1',
  'sec-fetch-site': 'same-origin',
}

export const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Signs in, and returns the session's Cookie header. With a token, the name is Thandi unless the body
 * has another name; with an empty one, the session has none.
 */
export async function signIn(
  { url }: Pick<TestGateway, 'url'>,
  body: { token?: string; name?: string; code?: string },
): Promise<string> {
  const response = await fetch(`${url}/gateway/session`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY },
    body: JSON.stringify(body.code === undefined ? { name: 'Thandi', ...body } : body),
  })
  if (response.status !== 200) throw new Error(`Sign-in was answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}
