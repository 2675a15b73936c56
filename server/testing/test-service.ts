import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Dispatcher, request } from 'undici'
import type { FailedEventList } from '../../contract/failed-event.ts'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { buildService, type ServiceDependencies } from '../service/service.ts'
import { createToken } from '../service/tokens/tokens.ts'
import { ALONE } from '../webhooks/engine/live-processes.ts'
import { receiverProblem } from '../webhooks/http/receiver-url.ts'
import { openDeliveryQueues } from '../webhooks/store/add-deliveries.ts'
import {
  type DeliveryWorkerDependencies,
  startDeliveryWorker,
} from '../webhooks/store/delivery-worker.ts'
import { type FinalFailure, recordFailedEvents } from '../webhooks/store/record-failed-events.ts'
import { addRow } from './rows.ts'
import { openTestDatabase } from './test-database.ts'
import { TEST_TIMINGS } from './test-timings.ts'

/** The test service's present: 10:30 in the morning of 2026-11-21 in its zone. */
export const NOW = new Date('2026-11-21T08:30:00Z')
export const TIME_ZONE = 'Africa/Johannesburg'

/** The answer: headers in lower case, `body` parsed if it is JSON and not empty. */
export type Answer = {
  status: number
  headers: Record<string, unknown>
  text: string
  body: unknown
}

export type Ask = {
  token?: string
  headers?: Record<string, string>
  /** Sent unchanged. */
  body?: string | object
}

export type TestService = {
  database: Database
  app: FastifyInstance
  origin: string
  /** Follows no redirects. An object is sent as JSON. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  close(): Promise<void>
}

/** The telephone switch's key, if a test has one. */
export const TELEPHONY_KEY = 'telephony-key-of-tests-of-enough-characters'

/** Logs problems, and not each attempt. */
const QUIET = pino({ level: 'warn' })

/** The telephony port of a test service, on a real job queue. */
export type TestTelephony = {
  /** Default: TELEPHONY_KEY. */
  key?: string | null
  /** `host:port` pairs that the address guard permits. */
  exceptions?: string[]
  /** With these, deliveries are attempted; without them they wait. */
  worker?: Pick<DeliveryWorkerDependencies, 'sender' | 'schedule'>
}

/** The service over HTTP on a free port of loopback, with its own empty database. */
export async function openTestService(
  settings: Partial<Omit<ServiceDependencies, 'db' | 'telephony'>> & {
    telephony?: TestTelephony
  } = {},
): Promise<TestService> {
  const database = await openTestDatabase()
  const { telephony, ...rest } = settings
  const port = telephony && (await openTelephony(database, telephony))
  const app = await buildService({
    db: database.db,
    timeZone: TIME_ZONE,
    logger: false,
    clock: () => NOW,
    telephony: port?.dependencies,
    ...rest,
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    database,
    app,
    origin,
    ask: (method, path, ask) => answerOf(method, `${origin}${path}`, ask),
    async close() {
      await app.close()
      await port?.close()
      await database.close()
    },
  }
}

async function openTelephony(database: Database, settings: TestTelephony) {
  const { key = TELEPHONY_KEY, exceptions = [], worker: making } = settings
  const jobs = await startJobQueue(database, QUIET, TEST_TIMINGS)
  const queues = await openDeliveryQueues(jobs, TEST_TIMINGS)
  const worker =
    making &&
    startDeliveryWorker({
      ...making,
      db: database.db,
      queues,
      processes: ALONE,
      timeZone: TIME_ZONE,
      logger: QUIET,
      timings: TEST_TIMINGS,
    })
  return {
    dependencies: {
      key,
      queue: queues.first,
      wake: () => worker?.wake(),
      receiverProblem: (url: string) => receiverProblem(url, { exceptions }),
    },
    async close() {
      await worker?.stop()
      await jobs.stop({ graceful: false })
    },
  }
}

export async function answerOf(method: string, url: string, ask: Ask = {}): Promise<Answer> {
  const { token, headers = {}, body } = ask
  const isText = typeof body === 'string' || body === undefined
  const response = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
      ...(isText ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: isText ? body : JSON.stringify(body),
  })
  const text = await response.body.text()
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

/**
 * A partner with a token that may block numbers. `companies` and `groups` are both references and
 * names.
 */
export async function addPartner(
  { db }: Database,
  reference: string,
  { companies = [], groups = [] }: { companies?: string[]; groups?: string[] } = {},
): Promise<{ id: number; token: string }> {
  const { id } = await addRow(db, 'partner', { reference, name: `Partner ${reference}` })
  const named = (name: string) => ({ partner_id: id, reference: name, name })
  for (const name of companies) await addRow(db, 'company', named(name))
  for (const name of groups) await addRow(db, 'company_group', named(name))
  const token = await createToken(db, { partnerId: id, label: 'test', blocklistPermission: true })
  return { id, token }
}

/** Lists failed events of a partner. Returns their ids. */
export function addFailedEvents(
  { db }: Database,
  partnerId: number,
  events: (Partial<FinalFailure> & { request_json: string })[],
  list: FailedEventList = 'call_events_fail',
): Promise<number[]> {
  const usual: Omit<FinalFailure, 'request_json'> = {
    event: list === 'call_events_fail' ? 'call_termination' : 'data_event',
    callback_url: 'https://receiver.example/',
    attempts: [],
    failed_at: NOW,
  }
  const settings = { partnerId, list, timeZone: TIME_ZONE }
  return db.transaction().execute(trx =>
    recordFailedEvents(
      trx,
      settings,
      events.map(event => ({ ...usual, ...event })),
    ),
  )
}
