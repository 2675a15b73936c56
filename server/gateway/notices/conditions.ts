import { type Kysely, sql } from 'kysely'
import { addDays, dayOf } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import type { ReceiverTester } from '../../webhooks/http/test-receiver.ts'
import { PAUSED_RECEIVERS } from '../replays/store/run-receivers.ts'
import { isOfAccount } from '../session/caller.ts'
import type { NewNotice } from './judge.ts'
import type { DueWatch } from './watches.ts'

/** A run that finished longer than this before the last look already has its notice. */
const RUN_OVERLAP_MS = 10 * 60_000

/**
 * Finds what needs a notice when it begins: certificates of `hosts` that expire within 14 days, runs that have finished
 * or wait for a person, standing orders that have ended, and blocked numbers that are due.
 */
export async function conditionsOf(
  db: Kysely<Schema>,
  { started_at, state, ...account }: DueWatch,
  { hosts, now, timeZone }: { hosts: string[]; now: Date; timeZone: string },
): Promise<NewNotice[]> {
  const last = state.lookedAt === null ? now : new Date(state.lookedAt)
  const since = new Date(Math.max(started_at.getTime(), last.getTime() - RUN_OVERLAP_MS))
  const today = dayOf(now, timeZone)
  const yesterday = addDays(today, -1)
  const lastDay = dayOf(last, timeZone)
  const ofAccount = isOfAccount(account)
  const run = sql`jsonb_build_object('id', run.id, 'name', run.name)`
  const { rows } = await sql<Omit<NewNotice, 'company'>>`
    select 'certificate' as kind, concat_ws(' ', 'certificate', receiver, extract(epoch from valid_until)) as key, receiver,
      jsonb_build_object('until', valid_until, 'isOver', valid_until <= ${now}) as facts
    from receiver_certificate
    where receiver = any(${hosts}::text[]) and valid_until <= ${now}::timestamptz + interval '14 days'
    union all
    select 'run_finished', 'run_finished ' || id, null, jsonb_build_object('run', ${run}, 'outcome', (
      select jsonb_object_agg(state, items) from (
        select state, count(*) as items from replay_item where run_id = run.id group by state
      ) by_state
    ))
    from replay_run run where ${ofAccount} and state = 'finished' and finished_at >= ${since}
    union all
    select 'run_paused', concat_ws(' ', 'run_paused', run.id, receiver_name), receiver_name,
      jsonb_build_object('run', ${run})
    from replay_run run left join (
      select run_id, receiver_name from ${PAUSED_RECEIVERS} where wait_until is null
    ) waiting on run_id = run.id
    where ${ofAccount} and (run.state = 'paused' or receiver_name is not null)
    union all
    select 'order_ended', concat_ws(' ', 'order_ended', run.id, receiver_name), receiver_name,
      jsonb_build_object('run', ${run}, 'reason', coalesce(standing_order.problem, ended))
    from standing_order join replay_run run on run.id = run_id
    -- A run that has finished has a notice of its own.
    where ${ofAccount} and (ended is not null or ends_at <= ${now}) and state in ('running', 'paused', 'broken')
    union all
    select 'numbers_due', 'numbers_due ' || ${today}, null,
      jsonb_build_object('count', sum(cardinality(phone_numbers)))
    from block_note
    where ${ofAccount} and until > ${lastDay < today ? lastDay : yesterday} and until <= ${today}
    having count(*) > 0
    order by key
  `.execute(db)
  return rows.map(row => ({ ...row, company: null }))
}

/** How many certificates are examined after a look, and how often each. */
const AT_A_TIME = 5
const EVERY_MS = 24 * 60 * 60_000

/** Examines a few certificates that were not examined today. A host that doesn't answer takes long. */
export async function examineCertificates(
  { db, testReceiver }: { db: Kysely<Schema>; testReceiver: ReceiverTester },
  hosts: string[],
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('receiver_certificate')
    .select(['receiver', 'checked_at'])
    .where(sql<boolean>`receiver = any(${hosts}::text[])`)
    .execute()
  // A clock that was set back makes them old, too.
  const isFresh = (at: Date) => Math.abs(now.getTime() - at.getTime()) < EVERY_MS
  const fresh = new Set(rows.flatMap(row => (isFresh(row.checked_at) ? row.receiver : [])))
  const old = hosts.filter(host => !fresh.has(host)).slice(0, AT_A_TIME)
  await Promise.all(
    old.map(async receiver => {
      const { certificate_valid_until: valid_until } = await testReceiver(`https://${receiver}/`)
      const row = { receiver, checked_at: now, valid_until }
      await db
        .insertInto('receiver_certificate')
        .values(row)
        .onConflict(conflict => conflict.column('receiver').doUpdateSet(row))
        .execute()
    }),
  )
}
