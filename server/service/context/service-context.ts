import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/** The dependencies of the service's routes. */
export type ServiceContext = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  clock: () => Date
  /** Whether a request is one of the gateway of this process, which reads events for replays or counts days. */
  isReader: (request: FastifyRequest) => boolean
}
