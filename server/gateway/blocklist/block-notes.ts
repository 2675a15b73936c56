import { type Kysely, sql, type Transaction } from 'kysely'
import type { BlockNoteFields, BlockNotes } from '../../../contract/blocklist/block-notes.ts'
import type { EntityContext } from '../../../contract/blocklist.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'

/*
 * A row has all numbers of an entity that were blocked together, because 10,000 rows would take as long as the block
 * itself. A number may be in several rows. The newest one counts.
 */

/** Numbers of one entity, whose notes change. */
export type NotedNumbers = { context: EntityContext; reference: string; numbers: string[] }

const ofEntity = (owner: Owner, { context, reference }: NotedNumbers) =>
  sql<boolean>`${isOfAccount(owner)} and context = ${context} and reference = ${reference}`

const setOf = (numbers: string[]) => sql`select unnest(${numbers}::text[])`

/** The numbers that have no note yet. */
const withoutNote = (owner: Owner, noted: NotedNumbers) => sql`
  ${setOf(noted.numbers)} except select unnest(phone_numbers) from block_note where ${ofEntity(owner, noted)}
`

/**
 * Notes who blocked these numbers, when and why.
 *
 * @param isScript a script may repeat a request for numbers that are blocked already, so their notes stay
 */
export async function noteBlocks(
  db: Kysely<Schema>,
  owner: Owner,
  noted: NotedNumbers,
  { reason, note, until, isScript }: BlockNoteFields & { isScript: boolean },
): Promise<void> {
  const { service, account, who } = owner
  const { context, reference, numbers } = noted
  await db
    .insertInto('block_note')
    .values({
      ...{ service, account, context, reference, reason, note, until },
      phone_numbers: isScript ? sql`array(${withoutNote(owner, noted)})` : numbers,
      who: isScript ? null : who,
      at: sql<Date>`now()`,
    })
    .execute()
  if (isScript) await dropEmpty(db, owner, noted)
}

/** How many numbers of an account may have notes. A number whose block the service has just accepted gets its note anyway. */
const MAX_NOTED = 1_000_000

/**
 * Sets the given fields of the notes, also of numbers that were added outside Redial.
 *
 * @throws HttpError 409 if the account has too many
 */
export async function changeNotes(
  trx: Transaction<Schema>,
  owner: Owner,
  noted: NotedNumbers,
  fields: BlockNoteFields,
): Promise<void> {
  const { service, account } = owner
  const { context, reference, numbers } = noted
  const field = (name: keyof BlockNoteFields, type: 'text' | 'date') => {
    const value = fields[name]
    return value === undefined ? sql.ref(name) : sql`${value}::${sql.raw(type)}`
  }
  const { noted_numbers, added } = await trx
    .selectFrom('block_note')
    .select(sql<number>`coalesce(sum(cardinality(phone_numbers)), 0)`.as('noted_numbers'))
    .select(sql<number>`cardinality(array(${withoutNote(owner, noted)}))`.as('added'))
    .where(isOfAccount(owner))
    .executeTakeFirstOrThrow()
  if (added > 0 && noted_numbers + added > MAX_NOTED) throw detailError(409, TOO_MANY)
  await sql`select id from block_note where ${ofEntity(owner, noted)} order by id for update`.execute(
    trx,
  )
  await sql`
    with before as (
      select distinct on (number) number, reason, note, until, who, at
      from block_note, unnest(phone_numbers) as number
      where ${ofEntity(owner, noted)} and number in (${setOf(numbers)})
      order by number, id desc
    ), changed as (
      insert into block_note
        (service, account, context, reference, phone_numbers, reason, note, until, who, at)
      select ${service}, ${account}, ${context}, ${reference}, array_agg(number),
        ${field('reason', 'text')}, ${field('note', 'text')}, ${field('until', 'date')}, who, at
      from (${setOf(numbers)} as number) as all_numbers left join before using (number)
      group by reason, note, until, who, at
    )
    ${without(owner, noted)}
  `.execute(trx)
  await dropEmpty(trx, owner, noted)
}

const TOO_MANY = `Your account has notes about ${MAX_NOTED.toLocaleString('en')} numbers, so none was changed. Unblock some numbers first.`

export async function forgetBlocks(
  db: Kysely<Schema>,
  owner: Owner,
  noted: NotedNumbers,
): Promise<void> {
  await without(owner, noted).execute(db)
  await dropEmpty(db, owner, noted)
}

/** Takes the numbers out of the rows that have some of them. Sets, because arrays compare each with each. */
function without(owner: Owner, noted: NotedNumbers) {
  const numbers = setOf(noted.numbers)
  return sql`
    update block_note
    set phone_numbers = array(select unnest(phone_numbers) except ${numbers})
    where ${ofEntity(owner, noted)}
      and exists (select unnest(phone_numbers) intersect ${numbers})
  `
}

async function dropEmpty(db: Kysely<Schema>, owner: Owner, noted: NotedNumbers): Promise<void> {
  await db
    .deleteFrom('block_note')
    .where(ofEntity(owner, noted))
    .where(sql<boolean>`phone_numbers = '{}'`)
    .execute()
}

/** All notes of an account, the newest last. */
export async function readNotes(
  db: Kysely<Schema>,
  owner: Owner,
  timeZone: string,
): Promise<Omit<BlockNotes, 'refused_checks'>> {
  const rows = await db
    .selectFrom('block_note')
    .select(['context as entity_context_name', 'reference', 'reason', 'note', 'until', 'who', 'at'])
    // As JSON, which is many times faster to read than an array.
    .select(sql<string[]>`to_json(phone_numbers)`.as('phone_numbers'))
    .where(isOfAccount(owner))
    .orderBy('id')
    .execute()
  const first = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.min('at').as('at'))
    .where(isOfAccount(owner))
    .executeTakeFirst()
  const since = first?.at ?? null
  return { ...stamped({ since }, timeZone), results: rows.map(row => stamped(row, timeZone)) }
}
