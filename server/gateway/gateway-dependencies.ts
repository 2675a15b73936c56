import type { FastifyBaseLogger, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { FieldFile } from '../../contract/service-fields.ts'
import type { Clock } from '../config/timings.ts'
import type { Schema } from '../database/schema.ts'
import type { ObserveRequest } from '../http/observe-requests.ts'
import type { TrustProxy } from '../http/trusted-proxies.ts'
import type { AttemptLimits, AttemptTimings } from '../webhooks/engine/attempt-worker.ts'
import type { Processes } from '../webhooks/engine/live-processes.ts'
import type { Detail, ObserveWorker } from '../webhooks/engine/settler.ts'
import type { Prober } from '../webhooks/http/probe.ts'
import type { Sender } from '../webhooks/http/sender.ts'
import type { ReplayHeaders } from './replays/sending/replay-queue.ts'
import type { AccountKeys } from './session/account-keys.ts'
import type { AskService } from './session/proven-tokens.ts'
import type { Seals } from './session/seals.ts'
import type { SignInLinks } from './session/sign-in-links.ts'

type GatewayTimings = AttemptTimings & {
  upstreamTimeoutMs: number
  requestTimeoutMs: number
  unreadAnswerMs: number
  leaseMs: number
  leaseRenewalMs: number
}

export type GatewayDependencies = {
  /** For requests, attempts and long work (docs/decisions/0044). */
  db: Kysely<Schema>
  workerDb: Kysely<Schema>
  longDb: Kysely<Schema>
  queue: PgBoss
  processes: Processes
  sender: Sender
  /** How many replays may be in flight. Default: the engine's own limits. */
  limits?: AttemptLimits
  /** For metrics. */
  observe?: ObserveWorker
  observeRequest?: ObserveRequest
  /** Counts an outcome of a replay of which not all could be recorded. */
  countReduced?: (detail: Detail) => void
  /** Whether this process sends replays. Default: true. */
  makesAttempts?: boolean
  probe: Prober
  /** Why a URL can't be a receiver's, its name looked up as well; null where it can. */
  receiverProblem: (url: string) => Promise<string | null>
  links: SignInLinks
  seals: Seals
  keys: AccountKeys
  /** Signs replays of our own service. Other services do not share their secrets with us. */
  replayHeaders: ReplayHeaders
  /** Whose token it is, where the service is our own; otherwise an account is one token's. */
  accountOf?: AskService
  /** The same, also for a token that was revoked; null of a token that never was one. */
  formerAccountOf?: (authorization: string) => Promise<string | null>
  logger: FastifyBaseLogger
  /** Called for each violation of a page's policy that a browser reports. */
  countCspViolation: () => void
  /** The service's base URL. The gateway uses only its public interface, in every mode. */
  upstreamUrl: string
  /** What the service is called in our tables, the same after every start. */
  upstreamName: string
  /** Where the service is our own: by this it knows our reading for replays. */
  readerKey?: string
  /** What the service is called on the sign-in page. */
  serviceName: string
  /** The paths that need a token of the service, such as "/v1". */
  prefixes: string[]
  /** Those with a key of their own, and what checks it. */
  keyPrefixes: Map<string, (request: FastifyRequest) => Promise<void>>
  /** And those that are pages of our own service, with a policy of their own. */
  pagePrefixes: string[]
  publicUrl: string | undefined
  /** Further names that Redial has: that one, localhost and any address are known. */
  allowedHosts?: string[]
  /** Whose X-Forwarded-* headers are believed. Default: nobody's. */
  trustProxy?: TrustProxy
  timeZone: string
  /** The fields of a foreign service, from the operator's file. */
  fieldFile?: FieldFile | null
  /** For how many days entries of the activity log are kept. */
  activityRetentionDays: number
  dashboardFolder: string
  timings: GatewayTimings
  /** What the pauses that the service asks for go by. Only tests have their own. */
  clock?: Clock
  /** Beginnings of paths that are answered however much there is to do. */
  sparedPaths?: string[]
  /** How many items of a run one transaction changes. Only tests have their own. */
  itemsAtOnce?: number
  /** Further routes of this process, which the gateway needs to know nothing about. */
  routes?: FastifyPluginAsync
}
