import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { CountedDay, DayCount } from '../../contract/day-counts.ts'
import type { FieldFile } from '../../contract/fields/service-fields.ts'
import type { Clock, Timings } from '../config/timings.ts'
import type { Schema } from '../database/schema.ts'
import type { ObserveRequest } from '../http/observe-requests.ts'
import type { Trust } from '../http/trusted-proxies.ts'
import type { ReceiverTester } from '../webhooks/http/test-receiver.ts'
import type { ActivityLog } from './activity/activity-log.ts'
import type { EventReader } from './events/reading/event-reader.ts'
import type { FieldRepository } from './fields/field-repository.ts'
import type { Outbox } from './notices/outbox.ts'
import type { MailSettings } from './notices/send-mail.ts'
import type { Watches } from './notices/watches.ts'
import type { ReleaseTools } from './replays/runs/item-releaser.ts'
import type { RunReader } from './replays/runs/run-reader.ts'
import type { ReplayQueueDependencies } from './replays/sending/replay-queue.ts'
import type { AccountKeys } from './session/account-keys.ts'
import type { ProvenLists } from './session/proven-lists.ts'
import type { AskService } from './session/proven-tokens.ts'
import type { Seals } from './session/seals.ts'
import type { SignInLinks } from './session/sign-in-links.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What the gateway asks our own service beyond its interface. */
export type OwnService = {
  /** Returns the account of a token. At a foreign service, each token is an account. */
  accountOf: AskService
  /** The same, also for a revoked token; null for a token that never existed. */
  formerAccountOf: (authorization: string) => Promise<string | null>
  /** Counts all days with one query. Without it, the gateway requests a page of each day. */
  countDays?: (authorization: string, days: CountedDay[]) => Promise<DayCount[]>
  /** The key by which it recognises our requests for replays. */
  readerKey: string
  /** Checks what comes before the token. It may send the answer. */
  checkBeforeToken: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Checks the key of the telephone switch. */
  checkTelephonyKey: (request: FastifyRequest) => Promise<void>
  /** Serves its OpenAPI document, to which it adds the routes that are registered after this. */
  serveReference: (app: FastifyInstance) => Promise<void>
}

export type GatewayDependencies = Omit<ReplayQueueDependencies, 'db' | 'timings'> & {
  /** For requests, attempts and long work (docs/decisions/0044). */
  db: Kysely<Schema>
  workerDb: Kysely<Schema>
  longDb: Kysely<Schema>
  observeRequest?: ObserveRequest
  testReceiver: ReceiverTester
  /** Says why a URL can't be a receiver's, after looking its name up; null if it can. */
  receiverProblem: (url: string) => Promise<string | null>
  links: SignInLinks
  seals: Seals
  keys: AccountKeys
  /** Our own service, if it is in this process; null in front of a foreign one. */
  own: OwnService | null
  logger: FastifyBaseLogger
  /** The service's base URL. The gateway uses only its public interface, in every mode. */
  upstreamUrl: string
  /** Whether the service's lists of failed events include `to_date`; undefined if Redial has to find it out. */
  includesToDate: boolean | undefined
  /** The service's name in our tables, the same after every start. */
  upstreamName: string
  serviceName: string
  publicUrl: string | undefined
  /** Further host names of Redial. PUBLIC_URL's name, localhost and IP addresses always work. */
  allowedHosts: string[]
  /** Whose X-Forwarded-* headers are trusted; undefined for nobody's. */
  trustProxy: Trust | undefined
  timeZone: string
  /** The field map of a foreign service, from the operator's file. */
  fieldFile: FieldFile | null
  dashboardFolder: string
  timings: Timings
  /** How often watched accounts are read, how e-mail leaves, and the time of day, which only tests pass. */
  notices: { everyMs: number; mail: MailSettings | null; today?: () => Date }
  /** The clock for pauses that the service asks for. */
  clock: Clock
  /** How many items of a run one transaction changes. Only tests pass their own. */
  maxItemsPerBatch?: number
  /** Further routes of this process that the gateway needs to know nothing about. */
  routes?: FastifyPluginAsync
}

/** What the gateway builds from them. Each plugin of routes picks what it needs. */
export type GatewayParts = GatewayDependencies & {
  activity: ActivityLog
  upstream: Upstream
  fields: FieldRepository
  provenLists: ProvenLists
  eventReader: EventReader
  tools: ReleaseTools
  reader: RunReader
  watches: Watches
  outbox: Outbox
  hasEmail: boolean
  today: () => Date
}
