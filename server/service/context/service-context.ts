import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** What the service's routes work with. */
export type ServiceContext = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  clock: () => Date
  /** Whether a request is the gateway's own, which reads events for replays. */
  isReader: (request: FastifyRequest) => boolean
}
