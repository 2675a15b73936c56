import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { FieldMap, STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import type { EventFields } from '../../../contract/fields/read-event.ts'
import {
  MAX_SAMPLE,
  mergeFields,
  recognizeFields,
} from '../../../contract/fields/recognize-fields.ts'
import type {
  FieldFile,
  ServiceFields,
  ToDateMeaning,
} from '../../../contract/fields/service-fields.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import type { ActivityLog } from '../activity/activity-log.ts'
import type { ListRange } from '../replays/reading/list-page.ts'
import { firstListItems } from '../replays/reading/parse-list-page.ts'
import { type Caller, isOfAccount } from '../session/caller.ts'
import { BadAnswer } from '../upstream/upstream-error.ts'

export type FieldRepositoryOptions = {
  db: Kysely<Schema>
  service: string
  timeZone: string
  /** Our own service always has the standard names, even if something else was stored. */
  isForeign: boolean
  /** The operator's fields, which take precedence. */
  file: FieldFile | null
  /** What the operator has set; undefined if Redial has to find it out. */
  includesToDate?: boolean | undefined
  activity: ActivityLog
}

/** Who reads a list. `sessionId` is null for a script. */
export type ListReader = Omit<Caller, 'authorization'>

type StoredFields = Pick<ServiceFields, 'map' | 'sample' | 'who'> & {
  source: 'recognized' | 'person'
}

/**
 * The field maps of the service. Each account has its own, because a map decides where its replays go:
 * nobody may change that for somebody else's token.
 */
export class FieldRepository {
  readonly #options: FieldRepositoryOptions
  /** Whether the lists of the service include `to_date`, which the interface leaves open. */
  toDate: ToDateMeaning

  constructor(options: FieldRepositoryOptions) {
    this.#options = options
    const setting = options.isForeign ? options.includesToDate : false
    this.toDate = {
      is_included: setting ?? false,
      source: setting === undefined ? null : 'setting',
    }
  }

  /** Another process may have found out that they do. */
  async refreshToDate(): Promise<void> {
    if (this.toDate.source !== null) return
    const { rows } = await sql`
      select from used_setting where service = ${this.#options.service} and name = ${FOUND_OUT}
    `.execute(this.#options.db)
    if (rows.length > 0) this.toDate = { is_included: true, source: 'found' }
  }

  /** Redial has found out that they do. All copies were read on other days. */
  async includeToDate(): Promise<void> {
    const { db, service } = this.#options
    await db.transaction().execute(async trx => {
      const setting = { service, name: FOUND_OUT, value: 'included' }
      await trx
        .insertInto('used_setting')
        .values(setting)
        .onConflict(one => one.doNothing())
        .execute()
      await readCopiesAgain(trx, { service })
    })
    await this.refreshToDate()
  }

  get isLocked(): boolean {
    return this.#options.file !== null
  }

  get isForeign(): boolean {
    return this.#options.isForeign
  }

  async all(account: string): Promise<ServiceFields[]> {
    const { db, isForeign, file, service, timeZone } = this.#options
    if (!isForeign) return []
    if (file !== null) {
      const rest = { source: 'file', sample: 0, who: null, set_at: null } as const
      return FailedEventList.options.flatMap(list => {
        const map = file[list]
        return map ? [{ list, map, ...rest }] : []
      })
    }
    const rows = await db
      .selectFrom('service_fields')
      .selectAll()
      .where(isOfAccount({ service, account }))
      .orderBy('list')
      .execute()
    return rows.flatMap(({ service: _service, account: _account, map, set_at, ...row }) => {
      // A later version may have stored a map that this version can't read.
      const result = FieldMap.safeParse(map)
      return result.success ? [{ ...row, map: result.data, set_at: stampIn(set_at, timeZone) }] : []
    })
  }

  /** The names of the fields in items of the list. */
  async of(list: FailedEventList, account: string): Promise<EventFields> {
    const fields = (await this.all(account)).find(one => one.list === list)
    return { map: fields?.map ?? STANDARD_FIELDS, zone: this.#options.timeZone }
  }

  /**
   * The fields of a page of a list. They are recognised and stored first if they may be unknown, unless a person or a
   * file has set them.
   *
   * @param body the answer with the page
   */
  async ofPage(reader: ListReader, range: ListRange, body: Uint8Array): Promise<EventFields> {
    const { isForeign, activity, timeZone: zone } = this.#options
    const { service, account, who, sessionId } = reader
    const { list } = range
    if (!isForeign) return { map: STANDARD_FIELDS, zone }
    const current = (await this.all(account)).find(one => one.list === list)
    const isSet = this.isLocked || current?.source === 'person'
    const items = isSet ? [] : sampleOf(body)
    if (items.length === 0 || (current === undefined && items.every(hasStandardFields))) {
      return { map: current?.map ?? STANDARD_FIELDS, zone }
    }
    const recognized = recognizeFields(items, { zone, range, service })
    const map = current === undefined ? recognized : mergeFields(current.map, recognized, items)
    if (JSON.stringify(map) !== JSON.stringify(current?.map)) {
      const sample = Math.max(current?.sample ?? 0, items.length)
      const stored = { map, source: 'recognized', sample, who: null } as const
      const entry = { kind: 'fields_recognized', details: { list } } as const
      const isScript = sessionId === null
      const by = isScript ? 'script' : 'session'
      const actor = { service, account, who: isScript ? null : who, by, address: null } as const
      await activity.inTransaction(actor, entry, async trx => ({
        result: await this.set({ account, list }, stored, trx),
        entry,
      }))
    }
    return { map, zone }
  }

  /** A recognised map never replaces one that a person set. */
  async set(
    { account, list }: { account: string; list: FailedEventList },
    { map, source, sample, who }: StoredFields,
    db: Kysely<Schema>,
  ): Promise<void> {
    const { service } = this.#options
    const values = { map: JSON.stringify(map), source, sample, who, set_at: new Date() }
    await db
      .insertInto('service_fields')
      .values({ service, account, list, ...values })
      .onConflict(conflict => {
        const update = conflict.columns(['service', 'account', 'list']).doUpdateSet(values)
        if (source === 'person') return update
        return update.where('service_fields.source', '=', 'recognized')
      })
      .execute()
    if (source === 'person') await readCopiesAgain(db, { service, account, list })
  }

  /** Deletes the map that a person set, so that the fields are recognised again. */
  async forget(
    { account, list }: { account: string; list: FailedEventList },
    db: Kysely<Schema>,
  ): Promise<void> {
    const { service } = this.#options
    await db
      .deleteFrom('service_fields')
      .where(isOfAccount({ service, account }))
      .where('list', '=', list)
      .execute()
    await readCopiesAgain(db, { service, account, list })
  }
}

const FOUND_OUT = 'UPSTREAM_TO_DATE found out'

/** The gateway's copies of these lists were read by other fields or on other days (docs/decisions/0061). */
async function readCopiesAgain(
  db: Kysely<Schema>,
  { service, account, list }: { service: string; account?: string; list?: FailedEventList },
): Promise<void> {
  await sql`
    with mirror as (
      update event_mirror set fields_set_at = now(), version = version + 1
      where service = ${service} and account = coalesce(${account ?? null}::text, account)
        and list = coalesce(${list ?? null}::text, list)
      returning id
    ), readings as (
      update event_reading set is_by_day = false, count = null where mirror_id in (select id from mirror)
    )
    update event_mirror_day set complete_at = null, is_final = false, counted_at = null
    where mirror_id in (select id from mirror)
  `.execute(db)
}

const StandardItem = z.object({
  id: z.union([z.string(), z.number(), z.bigint()]),
  callback_url: z.string(),
  failed_at: z.string(),
  attempts: z.array(z.unknown()),
  request_json: z.object({ call_id: z.unknown(), tracking_number: z.unknown() }),
})

/** Whether the fields of a failed event have the names of docs/interface.md. */
function hasStandardFields(item: unknown): boolean {
  return StandardItem.safeParse(item).success
}

/** Nothing is recognised in an answer that can't be read. */
function sampleOf(body: Uint8Array): unknown[] {
  try {
    return firstListItems(body, MAX_SAMPLE)
  } catch (error) {
    if (error instanceof BadAnswer) return []
    throw error
  }
}
