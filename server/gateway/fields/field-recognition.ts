import { z } from 'zod'
import { STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import type { EventFields } from '../../../contract/fields/read-event.ts'
import {
  MAX_SAMPLE,
  mergeFields,
  recognizeFields,
} from '../../../contract/fields/recognize-fields.ts'
import type { ActivityLog } from '../activity/activity-log.ts'
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
   * The fields of a page of a list. They are recognised and stored first if they may be unknown, unless a person or a
   * file has set them.
   *
   * @param body the answer with the page
   */
  async ofPage(reader: ListReader, range: ListRange, body: Uint8Array): Promise<EventFields> {
    const { fields, activity, timeZone: zone } = this.#options
    const { service, account, who, sessionId } = reader
    const { list } = range
    if (!fields.isForeign) return { map: STANDARD_FIELDS, zone }
    const current = (await fields.all(account)).find(one => one.list === list)
    const isSet = fields.isLocked || current?.source === 'person'
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
        result: await fields.set({ account, list }, stored, trx),
        entry,
      }))
    }
    return { map, zone }
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
