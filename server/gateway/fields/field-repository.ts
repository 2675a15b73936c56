import type { Kysely } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { FieldMap } from '../../../contract/fields/field-map.ts'
import type { EventFields } from '../../../contract/fields/read-event.ts'
import type {
  FieldFile,
  ServiceFields,
  ServiceFieldsChange,
} from '../../../contract/fields/service-fields.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'

export type FieldRepositoryOptions = {
  db: Kysely<Schema>
  service: string
  timeZone: string
  /** Our own service always has the standard names, even if something else was stored. */
  isForeign: boolean
  /** The operator's fields, which take precedence. */
  file: FieldFile | null
}

const LISTS = ['call_events_fail', 'transcription_events_fail'] as const

/** The field map of the service, as far as it is known. */
export class FieldRepository {
  readonly #options: FieldRepositoryOptions

  constructor(options: FieldRepositoryOptions) {
    this.#options = options
  }

  /** Whether the operator has set the fields, so that nobody else can. */
  get isLocked(): boolean {
    return this.#options.file !== null
  }

  get isForeign(): boolean {
    return this.#options.isForeign
  }

  async all(db: Kysely<Schema> = this.#options.db): Promise<ServiceFields[]> {
    const { isForeign, file, service, timeZone } = this.#options
    if (!isForeign) return []
    if (file !== null) {
      return LISTS.flatMap(list => {
        const map = file[list]
        return map
          ? [{ list, map, source: 'file' as const, sample: 0, who: null, set_at: null }]
          : []
      })
    }
    const rows = await db
      .selectFrom('service_fields')
      .selectAll()
      .where('service', '=', service)
      .orderBy('list')
      .execute()
    return rows.flatMap(({ service: _, map, set_at, ...row }) => {
      // A later version may have stored a map that this version can't read.
      const read = FieldMap.safeParse(map)
      return read.success ? [{ ...row, map: read.data, set_at: stampIn(set_at, timeZone) }] : []
    })
  }

  /** The field map for items of the list; null if their fields have the standard names. */
  async of(list: FailedEventList): Promise<EventFields | null> {
    const known = (await this.all()).find(fields => fields.list === list)
    return known === undefined ? null : { map: known.map, zone: this.#options.timeZone }
  }

  /** A recognised map never replaces one that a person set. */
  async set(
    list: FailedEventList,
    { map, source, sample }: ServiceFieldsChange,
    who: string | null,
    db: Kysely<Schema> = this.#options.db,
  ): Promise<void> {
    const { service } = this.#options
    const values = { map: JSON.stringify(map), source, sample, who, set_at: new Date() }
    await db
      .insertInto('service_fields')
      .values({ service, list, ...values })
      .onConflict(conflict => {
        const update = conflict.columns(['service', 'list']).doUpdateSet(values)
        if (source === 'person') return update
        return update.where('service_fields.source', '=', 'recognized')
      })
      .execute()
  }

  /** Deletes the map that a person set, so that the fields are recognised again. */
  async forget(list: FailedEventList, db: Kysely<Schema> = this.#options.db): Promise<void> {
    const { service } = this.#options
    await db
      .deleteFrom('service_fields')
      .where('service', '=', service)
      .where('list', '=', list)
      .execute()
  }
}
