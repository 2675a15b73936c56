import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { DEFAULT_COUNTRY } from '../../contract/blocklist.ts'
import { trackingNumberKeys } from '../../contract/receiver.ts'
import type { Schema } from '../database/schema.ts'
import { partsOf } from '../retention/retention.ts'

/** What receivers get of a caller who withholds the number (docs/interface.md). */
const ANONYMOUS = 'anonymous'

/** People write numbers with these between the digits. */
const SEPARATORS = ' ().-'

/** `mayHave` may find more than `erased` replaces: digits that follow one another by chance. */
const TRANSLATED = `${SEPARATORS}+`

/** Keeps an id from being read as a number. */
const MARK = '\u0001id\u0001'

/** SQL for a text, which may be JSON, without a phone number, in any form and however its digits are grouped. */
export function erased(text: RawBuilder<unknown>, digits: string): RawBuilder<string> {
  const [, national] = trackingNumberKeys(digits)
  // "+27 82 …", "082 …", "+27 (0)82 …"
  const forms = [digits, ...(national ? [national, DEFAULT_COUNTRY.callingCode + national] : [])]
  const between = `[${SEPARATORS.replace('-', '\\-')}]*`
  const anyForm = forms.map(form => [...form].join(between)).join('|')
  const number = `(?:00)?(?:${anyForm})(?![0-9])`
  const isBare = '(?=\\s*[,\\]}])'
  // Without lookbehinds, with which PostgreSQL reads a text from its beginning again for each number in it.
  const replaced = [
    [
      `("(?:call_)?id"\\s*:\\s*${digits.slice(0, 1)})(${digits.slice(1)}${isBare})`,
      `\\1${MARK}\\2`,
    ],
    [`([,:[]\\s*)\\+?${number}${isBare}`, '\\1null'],
    [`(^|[^0-9])\\+${number}`, `\\1${ANONYMOUS}`],
    [`(^|[^0-9])${number}`, `\\1${ANONYMOUS}`],
  ] as const
  const withMarks = replaced.reduce(
    (part, [pattern, by]) => sql<string>`regexp_replace(${part}, ${pattern}, ${by}, 'g')`,
    sql<string>`${text}`,
  )
  return sql<string>`replace(${withMarks}, ${MARK}, '')`
}

/** SQL for our own service's payload of a call, without anything of its caller. */
export function withoutCaller(payload: RawBuilder<unknown>, digits: string): RawBuilder<string> {
  // What an AI analysis says about the caller is free text.
  return sql<string>`(
    select '{' || string_agg(to_json(key)::text || ':' || case
      when key = 'caller_number' then to_json(${ANONYMOUS}::text)::text
      when key in ('intent', 'outcome', 'vehicle') and json_typeof(value) = 'string' then '"erased"'
      else value::text end, ',' order by place) || '}'
    from json_each(${erased(payload, digits)}::json) with ordinality as field (key, value, place)
    where key <> 'recording_url'
  )`
}

const PAYLOAD = ',"request_json":'

/** The same for a failed event, whose payload comes last. */
export function itemWithoutCaller(item: RawBuilder<unknown>, digits: string): RawBuilder<string> {
  // Within a string, the quotes would be escaped.
  const at = sql`strpos(${item}, ${PAYLOAD})`
  const payload = sql`substr(${item}, ${at} + ${PAYLOAD.length}, length(${item}) - ${at} - ${PAYLOAD.length})`
  return sql<string>`case when ${at} = 0 then ${erased(item, digits)}
    else ${erased(sql`left(${item}, ${at} - 1)`, digits)} || ${PAYLOAD} || ${withoutCaller(payload, digits)} || '}' end`
}

/** SQL for the call that a payload of our own service is about. Its ids have at most 16 digits. */
export function callIdOf(payload: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`substring(${payload} from '"call_id":([0-9]{1,16})[,}]')::bigint`
}

/** Whether a payload of our own service is about a call from the number. */
export function isFromCaller(text: RawBuilder<unknown>, digits: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${text}, ${`"caller_number":"${digits}"`}) > 0`
}

/** How many rows one statement reads. */
export const MAX_ROWS_OF_BATCH = 5_000

/**
 * Erases a number from a table, each part in a transaction.
 *
 * @param changes the columns that may have the number, and what they become
 * @param alsoErase what follows for the rows with these ids, in the same transaction
 * @returns the ids of the rows that had it
 */
export async function eraseFrom(
  db: Kysely<Schema>,
  table: keyof Schema,
  digits: string,
  changes: Record<string, RawBuilder<unknown>>,
  alsoErase = async (_trx: Transaction<Schema>, _ids: number[]): Promise<void> => {},
): Promise<number[]> {
  const columns = sql.join(Object.keys(changes).map(name => sql.ref(name)))
  const values = sql.join(Object.values(changes))
  const all: number[] = []
  for await (const isInPart of partsOf(db, table, MAX_ROWS_OF_BATCH)) {
    await db.transaction().execute(async trx => {
      const { rows } = await sql<{ id: number }>`
        update ${sql.table(table)} set (${columns}) = row(${values})
        where ${isInPart} and ${mayHave(sql`concat_ws(' ', ${columns})`, digits)}
          and (${columns}) is distinct from (${values})
        returning id
      `.execute(trx)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await alsoErase(trx, ids)
      all.push(...ids)
    })
  }
  return all
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
