import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { FieldFile } from '../../contract/fields/service-fields.ts'
import type { Clock } from '../config/timings.ts'
import type { Schema } from '../database/schema.ts'
import type { ObserveRequest } from '../http/observe-requests.ts'
import type { TrustProxy } from '../http/trusted-proxies.ts'
import type { AttemptTimings } from '../webhooks/engine/attempt-worker.ts'
import type { ReceiverTester } from '../webhooks/http/test-receiver.ts'
import type { ActivityLog } from './activity/activity-log.ts'
import type { EventReader, EventReaderDependencies } from './events/reading/event-reader.ts'
import type { FieldRecognition } from './fields/field-recognition.ts'
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

type GatewayTimings = AttemptTimings &
  EventReaderDependencies['timings'] & {
    answersInDocumentMs: number
    noticePollMs: number
    upstreamTimeoutMs: number
    requestTimeoutMs: number
    unreadAnswerMs: number
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
  /**
   * Returns the account of a token, if the service is our own. Otherwise each token is an account.
   */
  accountOf?: AskService
  /** The same, also for a revoked token; null for a token that never existed. */
  formerAccountOf?: (authorization: string) => Promise<string | null>
  logger: FastifyBaseLogger
  /** The service's base URL. The gateway uses only its public interface, in every mode. */
  upstreamUrl: string
  /** Whether the service's lists of failed events include `to_date`; undefined if Redial has to find it out. */
  includesToDate: boolean | undefined
  /** The service's name in our tables, the same after every start. */
  upstreamName: string
  /** If the service is our own: the key by which it recognises our requests for replays. */
  readerKey?: string
  serviceName: string
  /**
   * What our own service checks before the token. The function may send the answer. The gateway doesn't know
   * what a foreign service checks first.
   */
  checkBeforeToken?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** The paths that need a token of the service, such as "/v1". */
  prefixes: string[]
  /** The paths with their own key, and the function that checks it. */
  keyPrefixes: Map<string, (request: FastifyRequest) => Promise<void>>
  /** The paths that are pages of our own service, which have their own policy. */
  pagePrefixes: string[]
  publicUrl: string | undefined
  /** Further host names of Redial. PUBLIC_URL's name, localhost and IP addresses always work. */
  allowedHosts: string[]
  /** Whose X-Forwarded-* headers are trusted; undefined for nobody's. */
  trustProxy: TrustProxy | undefined
  timeZone: string
  /** The field map of a foreign service, from the operator's file. */
  fieldFile: FieldFile | null
  dashboardFolder: string
  timings: GatewayTimings
  /** How often watched accounts are read, how e-mail leaves, and the time of day, which only tests pass. */
  notices: { everyMs: number; mail: MailSettings | null; today?: () => Date }
  /** The clock for pauses that the service asks for. Only tests pass their own. */
  clock?: Clock
  /** How many items of a run one transaction changes. Only tests pass their own. */
  maxItemsPerBatch?: number
  /** If the service is our own: adds the routes that are registered after this to its OpenAPI document. */
  describeRoutes?: (app: FastifyInstance) => Promise<void>
  /** Further routes of this process that the gateway needs to know nothing about. */
  routes?: FastifyPluginAsync
}

/** What the gateway builds of them. Each plugin of routes picks what it needs. */
export type GatewayParts = GatewayDependencies & {
  activity: ActivityLog
  upstream: Upstream
  fields: FieldRepository
  recognition: FieldRecognition
  provenLists: ProvenLists
  eventReader: EventReader
  tools: ReleaseTools
  reader: RunReader
  watches: Watches
  outbox: Outbox
  hasEmail: boolean
  today: () => Date
}
