import { pino } from 'pino'
import { readEnv } from '../../server/config/read-env.ts'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import { openDatabase } from '../../server/database/database.ts'
import { startJobQueue } from '../../server/database/job-queue.ts'
import { buildGateway } from '../../server/gateway/gateway.ts'
import { AccountKeys } from '../../server/gateway/session/account-keys.ts'
import { Seals } from '../../server/gateway/session/seals.ts'
import { SignInLinks } from '../../server/gateway/session/sign-in-links.ts'
import { authenticate } from '../../server/service/authentication/authenticate.ts'
import { buildService } from '../../server/service/service.ts'
import { ALONE } from '../../server/webhooks/engine/live-processes.ts'
import { createSender } from '../../server/webhooks/http/sender.ts'
import { createReceiverTester } from '../../server/webhooks/http/test-receiver.ts'
import { FIXED_REPLY, FIXED_REPLY_SIGNED_IN } from './start-page-server.ts'

/*
 * A separate process, so that the measuring code doesn't share a thread with the server. It is built
 * like server/app.ts builds it for PostgreSQL, with two exceptions: the throttle is out of
 * the way, and the service has two more routes, which answer what the parent process hands over.
 */

const NO_LIMIT = 1_000_000_000

const env = readEnv({ ...process.env, PORT: '0' })
if (env.DATABASE_URL === undefined || env.SESSION_SECRET === undefined) {
  throw new Error('DATABASE_URL and SESSION_SECRET must be set')
}
const logger = pino({ level: env.LOG_LEVEL })
const database = await openDatabase({ url: env.DATABASE_URL })

const service = await buildService({
  db: database.db,
  timeZone: env.TIME_ZONE,
  logger,
  requestsPerMinute: NO_LIMIT,
})
let fixedReply = ''
process.on('message', reply => {
  fixedReply = String(reply)
  process.send?.('ready')
})
service.get(FIXED_REPLY, async (_request, reply) => reply.type('application/json').send(fixedReply))
service.get(
  FIXED_REPLY_SIGNED_IN,
  { onRequest: [authenticate(database.db), service.rateLimit()] },
  async (_request, reply) => reply.type('application/json').send(fixedReply),
)

const receivers = {
  exceptions: [],
  authorities: [],
  deadlineMs: PRODUCTION_TIMINGS.attemptDeadlineMs,
}
const seals = new Seals(env.SESSION_SECRET)
const gateway = await buildGateway({
  processes: ALONE,
  timings: PRODUCTION_TIMINGS,
  db: database.db,
  workerDb: database.workerDb,
  longDb: database.longDb,
  queue: await startJobQueue(database, logger, PRODUCTION_TIMINGS),
  sender: createSender(receivers),
  testReceiver: createReceiverTester(receivers),
  receiverProblem: async () => null,
  seals,
  keys: await AccountKeys.open(database.db, seals),
  links: new SignInLinks(database.db, seals, 'own'),
  replayHeaders: async () => () => null,
  logger,
  countCspViolation: () => {},
  upstreamUrl: await service.listen({ host: '127.0.0.1', port: 0 }),
  upstreamName: 'own',
  serviceName: 'this service',
  prefixes: ['/v1', '/v2'],
  keyPrefixes: new Map(),
  pagePrefixes: [],
  publicUrl: undefined,
  timeZone: env.TIME_ZONE,
  dashboardFolder: import.meta.dirname,
})
process.send?.(await gateway.listen({ host: '127.0.0.1', port: 0 }))
