import { type Kysely, sql, type Transaction } from 'kysely'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import {
  FOLLOW_UP_STATES,
  type FollowUp,
  type FollowUpChange,
  type FollowUpFilter,
  type FollowUpKey,
  type FollowUpNote,
  isListedBy,
  type LanguageChange,
  type NewNote,
} from '../../../contract/follow-up.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import { countedByFacet, eventSource, statesInRange } from '../events/event-source.ts'
import type { GroupsOf } from '../events/group-queries.ts'
import { keyOf as textKey } from '../events/reading/event-facts.ts'
import type { EventCopy } from '../events/reading/event-reader.ts'
import { addNotices } from '../notices/watches.ts'
import { requireAtMost } from '../require-at-most.ts'
import { type Account, isOfAccount, type Owner } from '../session/caller.ts'
import { stamped } from '../stamped.ts'

/** More than people write by hand. */
const MAX_FOLLOW_UPS = 10_000
const MAX_NOTES = 1_000

/**
 * The follow-ups of an account (docs/decisions/0064). Whether one that is done was reopened is decided by the events
 * that the gateway has read.
 *
 * @param copies the copied lists that may be shown
 */
export async function followUps(
  db: Kysely<Schema>,
  owner: Account,
  { copies, timeZone }: { copies: EventCopy[]; timeZone: string },
): Promise<FollowUp[]> {
  const { rows } = await sql<StoredFollowUp>`
    select kind, value, owner, state, done_at, ticket_url, version, changed_at, changed_by, language,
      case when mark.what = 'informed' then mark.at end as informed_at, mark.who as informed_by, mark.text as informed_text,
      (select count(*) from follow_up_note where follow_up_id = follow_up.id and what = 'note') as notes
    from follow_up
    left join lateral (
      select what, at, who, text from follow_up_note
      where follow_up_id = follow_up.id and what <> 'note' order by id desc limit 1
    ) mark on true
    where service = ${owner.service} and account = ${owner.account}
    order by changed_at desc nulls last, kind, value
  `.execute(db)
  const done = rows.flatMap(({ done_at }) => done_at ?? [])
  const since = new Date(Math.min(...done.map(at => at.getTime())))
  const newest =
    done.length === 0 ? new Map() : await newestFailures(db, owner, copies, since, timeZone)
  const by = (at: Date | null, who: string | null) => at && { at: stampIn(at, timeZone), who }
  return rows.map(stored => {
    const { done_at, changed_at, changed_by, informed_at, informed_by, informed_text, ...row } =
      stored
    const informed = by(informed_at, informed_by)
    const latest = newest.get(nameOf(row))
    const recurred = done_at !== null && latest !== undefined && latest > done_at ? latest : null
    return {
      ...row,
      state: recurred === null ? row.state : 'open',
      recurred_at: recurred && stampIn(recurred, timeZone),
      changed: by(changed_at, changed_by),
      informed: informed && { ...informed, text: informed_text },
    }
  })
}

const CHANGES = ['follow_up_changed', 'note_added', 'customer_informed', 'customer_not_informed']

/** The newest entries about them in the activity log: four index reads, however many follow-ups there are. */
export async function followUpsVersion(db: Kysely<Schema>, owner: Account): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select latest.id from unnest(${CHANGES}::text[]) as changed (kind), lateral (
      select id from activity
      where service = ${owner.service} and account = ${owner.account} and kind = changed.kind
      order by at desc, id desc limit 1
    ) latest order by latest.id
  `.execute(db)
  return rows.map(({ id }) => id).join('-')
}

type StoredFollowUp = Omit<FollowUp, 'recurred_at' | 'changed' | 'informed'> &
  Record<'done_at' | 'changed_at' | 'informed_at', Date | null> &
  Record<'changed_by' | 'informed_by' | 'informed_text', string | null>

const LAST_DAY = '9999-12-31'

/**
 * When events of each receiver and each company last failed, also in replays. An event without a time counts from the
 * beginning of its day, so that it doesn't reopen what is set to done later on that day.
 */
async function newestFailures(
  db: Kysely<Schema>,
  owner: Account,
  copies: EventCopy[],
  since: Date,
  timeZone: string,
): Promise<Map<string, Date>> {
  const lists = await Promise.all(
    copies.map(async ({ id, list }) => {
      const range = { list, from_date: dayOf(since, timeZone), to_date: LAST_DAY }
      // The query needs no states, and a range without days has none.
      const none = await statesInRange(db, owner, id, { ...range, to_date: range.from_date })
      const source = await eventSource(db, owner, id, range, timeZone, none)
      const { facets, from, isInRange, values } = source
      return source.rows(sql<{ receiver: string; company: string; latest: Date }>`
        with event as not materialized (
          select event.facet, coalesce(event.at, event.day::timestamp at time zone ${timeZone}) as at
          from ${from({}, undefined, 'all')} where ${isInRange}
        ), facet as materialized (${countedByFacet(sql`max(at) as latest`, false)})
        select ${values.receiver} as receiver, ${values.company} as company, max(latest) as latest
        from ${facets.from} group by 1, 2
        union all
        select ${values.receiver}, ${values.company}, max(again.failed_again_at)
        from ${from({}, 'receiver', 'all')} join event_state again using (event_id)
        where event.mirror_id = ${id} and again.service = ${owner.service} and again.account = ${owner.account}
          and again.list = ${list} and again.failed_again_at > ${since}
        group by 1, 2
      `)
    }),
  )
  const newestLast = lists
    .flat()
    .toSorted((one, other) => Number(one.latest) - Number(other.latest))
  return new Map(
    newestLast.flatMap(({ receiver, company, latest }) => [
      [nameOf({ kind: 'receiver', value: receiver }), latest] as const,
      [nameOf({ kind: 'company', value: company }), latest] as const,
    ]),
  )
}

function nameOf({ kind, value }: FollowUpKey): string {
  return `${kind} ${value}`
}

/** The groups that a filter lists. An event is untaken if neither its receiver nor its company is taken. */
export function groupsListedBy(
  filter: FollowUpFilter,
  all: FollowUp[],
  { who }: Pick<Owner, 'who'>,
): GroupsOf {
  const isOther = filter === 'untaken'
  const named = all.filter(one => isListedBy(filter, one, who) !== isOther)
  const ofKind = (kind: FollowUpKey['kind']) =>
    named.flatMap(one => (one.kind === kind ? [one.value] : []))
  return { receivers: ofKind('receiver'), companies: ofKind('company'), isOther }
}

/**
 * Makes a change to the version that its person saw. A notice tells a colleague what was handed over.
 *
 * @throws HttpError 409 if somebody changed it meanwhile, which says what it is now
 */
export async function changeFollowUp(
  trx: Transaction<Schema>,
  owner: Owner,
  { kind, value, version, taken, handed_to, state, ticket_url }: FollowUpChange,
): Promise<void> {
  const now = sql<Date>`now()`
  const change = {
    ...(taken !== undefined && { owner: taken ? owner.who : null }),
    ...(handed_to !== undefined && { owner: handed_to }),
    ...(state !== undefined && { state, done_at: state === 'done' ? now : null }),
    ...(ticket_url !== undefined && { ticket_url }),
    changed_by: owner.who,
    changed_at: now,
  }
  const changed = await trx
    .insertInto('follow_up')
    .values({ ...keyOf(owner, { kind, value }), version: 1, ...change })
    .onConflict(conflict =>
      conflict
        .columns(['service', 'account', 'kind', 'value'])
        .doUpdateSet({ ...change, version: sql`follow_up.version + 1` })
        .where('follow_up.version', '=', version),
    )
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw detailError(409, await conflictText(trx, owner, { kind, value }))
  await requireRoom(trx, owner)
  if (handed_to === undefined) return
  const at = new Date()
  const key = `handed_over ${kind} ${value} ${at.toISOString()}`
  const companies = kind === 'receiver' ? await companiesOf(trx, owner, value) : []
  const facts = { handed: { kind, value, by: owner.who, to: handed_to }, companies }
  const notice = { key, kind: 'handed_over' as const, receiver: null, company: null, facts }
  await addNotices(trx, owner, [notice], at)
}

/** The companies of a receiver, the one with the most copied events first. */
async function companiesOf(
  trx: Transaction<Schema>,
  { service, account }: Account,
  receiver: string,
): Promise<string[]> {
  const { rows } = await sql<{ company: string }>`
    select company from event_mirror mirror join listed_event event on event.mirror_id = mirror.id
    where service = ${service} and account = ${account}
      and receiver_key collate "C" = ${textKey(receiver)} and receiver = ${receiver}
      and company <> ${UNKNOWN_COMPANY}
    group by company order by count(*) desc, company
  `.execute(trx)
  return rows.map(row => row.company)
}

/** Whether the activity log has a person of this name. Signing in is in it. */
export async function isKnown(
  db: Kysely<Schema>,
  { service, account }: Account,
  who: string,
): Promise<boolean> {
  const entry = await db
    .selectFrom('activity')
    .select('id')
    .where(eb => eb.and({ service, account, who }))
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

async function conflictText(trx: Transaction<Schema>, owner: Account, key: FollowUpKey) {
  const { changed_by, ...current } = await trx
    .selectFrom('follow_up')
    .select(['owner', 'state', 'changed_by', 'ticket_url'])
    .where(eb => eb.and(keyOf(owner, key)))
    .executeTakeFirstOrThrow()
  const ownership = current.owner === null ? 'nobody has taken it' : `${current.owner} has taken it`
  const state = FOLLOW_UP_STATES[current.state].toLowerCase()
  const ticket = current.ticket_url === null ? '' : `, its ticket is ${current.ticket_url}`
  return `${changed_by ?? 'A script'} changed this before you: ${ownership}, it is ${state}${ticket}. Your change was not made.`
}

/** It spoils nobody's change, so it has no version: the last choice counts. */
export async function chooseLanguage(
  trx: Transaction<Schema>,
  owner: Owner,
  { language, ...key }: LanguageChange,
): Promise<void> {
  const change = { language, changed_by: owner.who, changed_at: sql<Date>`now()` }
  await trx
    .insertInto('follow_up')
    .values({ ...keyOf(owner, key), ...change })
    .onConflict(conflict =>
      conflict.columns(['service', 'account', 'kind', 'value']).doUpdateSet(change),
    )
    .execute()
  await requireRoom(trx, owner)
}

/** Adds a note or a mark, whatever others do at the same time. */
export async function addNote(trx: Transaction<Schema>, owner: Owner, note: NewNote) {
  const key = keyOf(owner, note)
  const { id } = await trx
    .insertInto('follow_up')
    .values(key)
    // Also returns the id of a row that is there already.
    .onConflict(conflict =>
      conflict.columns(['service', 'account', 'kind', 'value']).doUpdateSet(key),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await requireRoom(trx, owner)
  const text = note.what === 'not_informed' ? null : (note.text ?? null)
  await trx
    .insertInto('follow_up_note')
    .values({ follow_up_id: id, who: owner.who, what: note.what, text })
    .execute()
  const most = MAX_NOTES.toLocaleString('en')
  const all = sql`follow_up_note where follow_up_id = ${id}`
  await requireAtMost(trx, MAX_NOTES, all, `There are ${most} notes already.`)
}

/** The notes and marks of a follow-up, newest first. */
export async function followUpNotes(
  db: Kysely<Schema>,
  owner: Account,
  key: FollowUpKey,
  timeZone: string,
): Promise<FollowUpNote[]> {
  const rows = await db
    .selectFrom('follow_up_note')
    .select(['follow_up_note.id', 'at', 'who', 'what', 'text'])
    .innerJoin('follow_up', 'follow_up.id', 'follow_up_id')
    .where(eb => eb.and(keyOf(owner, key)))
    .orderBy('follow_up_note.id', 'desc')
    .execute()
  return rows.map(row => stamped(row, timeZone))
}

function keyOf({ service, account }: Account, { kind, value }: FollowUpKey) {
  return { service, account, kind, value }
}

/** @throws HttpError 409 */
function requireRoom(trx: Transaction<Schema>, owner: Account): Promise<void> {
  const all = sql`follow_up where ${isOfAccount(owner)}`
  const limit = MAX_FOLLOW_UPS.toLocaleString('en')
  const detail = `No more than ${limit} receivers and companies can have a follow-up.`
  return requireAtMost(trx, MAX_FOLLOW_UPS, all, detail)
}
