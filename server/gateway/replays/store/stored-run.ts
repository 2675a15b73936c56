import type { Selectable } from 'kysely'
import type { Schema } from '../../../database/schema.ts'

export type StoredRun = Selectable<Schema['replay_run']>
