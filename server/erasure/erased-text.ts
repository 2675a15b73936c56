import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DEFAULT_COUNTRY } from '../../contract/blocklist.ts'
import { trackingNumberKeys } from '../../contract/receiver.ts'
import type { Schema } from '../database/schema.ts'

/** What receivers get of a caller who withholds the number (docs/interface.md). */
const ANONYMOUS = 'anonymous'

/** People write numbers with these between the digits. */
const SEPARATORS = ' ().-'

/** SQL may find more than `eraseNumber` replaces: digits that follow one another by chance. */
const TRANSLATED = `${SEPARATORS}+`

/** Replaces a phone number in any text, also JSON, in any form and however its digits are grouped. */
export function eraseNumber(text: string, digits: string): string {
  const [, national] = trackingNumberKeys(digits)
  // "+27 82 …", "082 …", "+27 (0)82 …"
  const forms = [digits, ...(national ? [national, DEFAULT_COUNTRY.callingCode + national] : [])]
  const between = `[${SEPARATORS.replace('-', '\\-')}]*`
  const anyForm = forms.map(form => [...form].join(between)).join('|')
  const written = new RegExp(`(?<!\\d)(?:\\+|00)?(?:${anyForm})(?!\\d)`, 'g')
  return text.replace(written, (match: string, at: number) => {
    const before = text.slice(Math.max(0, at - 20), at)
    const after = text.slice(at + match.length, at + match.length + 20)
    // A number in JSON, outside of quotes. Ids only look like it.
    const isBare = /[:[,]\s*$/.test(before) && /^\s*[,\]}]/.test(after)
    if (isBare && /"(call_)?id"\s*:\s*$/.test(before)) return match
    return isBare ? 'null' : ANONYMOUS
  })
}

const Payload = z.looseObject({})

/** What an AI analysis says about the caller in free text. */
const ANALYSED = ['intent', 'outcome', 'vehicle']

/** Our own service's payload of a call, without anything of its caller. */
export function eraseCaller(payload: string, digits: string): string {
  const { recording_url: _, ...fields } = Payload.parse(JSON.parse(eraseNumber(payload, digits)))
  const rest: Record<string, unknown> = fields
  if ('caller_number' in rest) rest.caller_number = ANONYMOUS
  for (const name of ANALYSED) if (typeof rest[name] === 'string') rest[name] = 'erased'
  return JSON.stringify(rest)
}

const PAYLOAD = ',"request_json":'

/** The same for a failed event, whose payload comes last. */
export function eraseCallerOfItem(item: string, digits: string): string {
  // Within a string, the quotes would be escaped.
  const at = item.indexOf(PAYLOAD)
  if (at === -1) return eraseNumber(item, digits)
  const payload = item.slice(at + PAYLOAD.length, -1)
  return `${eraseNumber(item.slice(0, at), digits)}${PAYLOAD}${eraseCaller(payload, digits)}}`
}

/** The call that a payload of our own service is about. */
export function callIdOf(payload: string): number | null {
  // The ids are positive integers that a JavaScript number holds exactly: at most 16 digits.
  const [, id] = /"call_id":(\d{1,16})[,}]/.exec(payload) ?? []
  return id === undefined ? null : Number(id)
}

/** Whether a payload of our own service is about a call from the number. */
export function isFromCaller(text: string, digits: string): boolean {
  return text.includes(`"caller_number":"${digits}"`)
}

/** How many rows one statement reads. */
const MAX_ROWS_OF_BATCH = 5_000

type Scanned =
  | 'delivery'
  | 'failed_event'
  | 'replay_item'
  | 'replay_attempt'
  | 'activity'
  | 'follow_up'
  | 'follow_up_note'
  | 'block_note'

/**
 * Finds rows of a table, a part at a time in the order of their ids, so that no statement takes long.
 *
 * @param columns what to read of them
 * @param condition which rows
 */
export async function* scanTable<Row>(
  db: Kysely<Schema>,
  table: Scanned,
  columns: RawBuilder<Row>,
  condition: RawBuilder<unknown>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const { rows: parts } = await sql<{ last: number | null }>`
      select max(id) as last from (
        select id from ${sql.table(table)} where id > ${after} order by id limit ${MAX_ROWS_OF_BATCH}
      ) as part
    `.execute(db)
    const last = parts[0]?.last ?? null
    if (last === null) return
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)}
      where id > ${after} and id <= ${last} and ${condition}
      order by id
    `.execute(db)
    if (rows.length > 0) yield rows
    after = last
  }
}

/** Whether a text may have the number, in any form and however its digits are grouped. */
export function mayHave(text: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  const forms = trackingNumberKeys(digits).map(form => `%${form}%`)
  return sql<boolean>`translate(${text}, ${TRANSLATED}, '') like any(${forms}::text[])`
}

/** Whether a text is the number. */
export function isNumber(text: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  return sql<boolean>`translate(${text}, ${TRANSLATED}, '') = any(${trackingNumberKeys(digits)}::text[])`
}
