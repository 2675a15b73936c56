import { z } from 'zod'
import { STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import type { EventFields } from '../../../contract/fields/read-event.ts'
import {
  MAX_SAMPLE,
  mergeFields,
  recognizeFields,
} from '../../../contract/fields/recognize-fields.ts'
import type { ServiceFields } from '../../../contract/fields/service-fields.ts'
import type { ActivityLog, Actor } from '../activity/activity-log.ts'
import type { ListRange } from '../replays/reading/list-page.ts'
import { firstListItems } from '../replays/reading/parse-list-page.ts'
import type { Caller } from '../session/caller.ts'
import { BadAnswer } from '../upstream/upstream-error.ts'
import type { FieldRepository } from './field-repository.ts'

/** Who reads a list. `sessionId` is null for a script. */
export type ListReader = Omit<Caller, 'authorization'>

type FieldRecognitionOptions = { fields: FieldRepository; activity: ActivityLog; timeZone: string }

/** Recognises how a foreign service names the fields of its failed events. */
export class FieldRecognition {
  readonly #options: FieldRecognitionOptions

  constructor(options: FieldRecognitionOptions) {
    this.#options = options
  }

  /**
   * Recognises the fields of these items and stores them, unless a person has set them.
   *
   * @param items from the list and the days of `range`, as `firstListItems` returns them
   * @returns how the fields are named now
   */
  async #of(
    actor: Actor,
    account: string,
    { list, from_date, to_date }: ListRange,
    items: unknown[],
  ): Promise<ServiceFields> {
    const { fields, activity, timeZone } = this.#options
    const range = { from_date, to_date }
    const { service } = actor
    const recognized = recognizeFields(items, { zone: timeZone, range, service })
    const current = (await fields.all(account)).find(one => one.list === list)
    if (current !== undefined && current.source !== 'recognized') return current
    const map = current === undefined ? recognized : mergeFields(current.map, recognized, items)
    const sample = Math.max(current?.sample ?? 0, items.length)
    if (JSON.stringify(map) !== JSON.stringify(current?.map)) {
      const stored = { map, source: 'recognized', sample, who: null } as const
      const entry = { kind: 'fields_recognized', details: { list } } as const
      await activity.record(actor, entry, trx => fields.set({ account, list }, stored, trx))
    }
    return { list, map, source: 'recognized' as const, sample, who: null, set_at: null }
  }

  /**
   * The fields of a page of a list, which are recognised first if they may be unknown.
   *
   * @param body the answer with the page
   */
  async ofPage(reader: ListReader, range: ListRange, body: Uint8Array): Promise<EventFields> {
    const { fields, timeZone: zone } = this.#options
    if (!fields.isForeign) return { map: STANDARD_FIELDS, zone }
    const current = (await fields.all(reader.account)).find(({ list }) => list === range.list)
    const isSet = fields.isLocked || current?.source === 'person'
    const items = isSet ? [] : sampleOf(body)
    if (items.length === 0 || (current === undefined && items.every(hasStandardFields)))
      return { map: current?.map ?? STANDARD_FIELDS, zone }
    const { service, account, who, sessionId } = reader
    const person =
      sessionId === null
        ? ({ who: null, by: 'script' } as const)
        : ({ who, by: 'session' } as const)
    const actor = { service, account, ...person, address: null }
    return { map: (await this.#of(actor, account, range, items)).map, zone }
  }
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
