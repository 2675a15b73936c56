import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { CALLER, NUMBER } from '../../service/telephony/testing/telephone-switch.ts'
import { addRow } from '../../testing/rows.ts'
import { TIME_ZONE } from '../../testing/test-service.ts'
import { finalFailures } from '../../webhooks/store/delivery-repository.ts'
import { recordFailedEvents } from '../../webhooks/store/record-failed-events.ts'

export const OTHER = '27829999999'

/** Lists all deliveries that wait as failed events. */
export async function failAll(trx: Transaction<Schema>): Promise<void> {
  const rows = await trx
    .updateTable('delivery')
    .set({ state: 'failed', settled_at: new Date('2026-11-21T08:20:00Z') })
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  const failures = await finalFailures(
    trx,
    rows.map(({ id }) => id),
    TIME_ZONE,
  )
  for (const failure of failures) {
    const { partnerId, list } = failure
    await recordFailedEvents(trx, { partnerId, list, timeZone: TIME_ZONE }, [failure])
  }
}

/** A run for each partner with all its failed events, and one of another service. */
export async function addReplays({ db }: Database, partners: number[]): Promise<void> {
  const owners = [
    ...partners.map(id => ({ id, service: 'own', account: `partner ${id}` })),
    { id: null, service: 'https://api.example.com', account: 'x' },
  ]
  for (const { id, ...owner } of owners) {
    const { rows } = await sql<{ id: string }>`
      insert into replay_run (id, account, service, made_by, list, from_date, to_date, asked_for, state)
      values (gen_random_uuid(), ${owner.account}, ${owner.service}, 'x', 'call_events_fail',
        '2026-11-21', '2026-11-22', 'all', 'paused')
      returning id
    `.execute(db)
    const run = rows[0]?.id ?? ''
    await sql`
      insert into replay_item (run_id, service, list, event_id, state, receiver_url, payload, reason, company,
          settled_at)
      select ${run}::uuid, ${owner.service}, list, id::text, 'failed_again', 'https://a.example/',
        case when ${id}::bigint is null then '{"from":"+27 82 123-4567","to":27821234567,"id":1}'
          else substring(item from '"request_json":(.*)}$') end, 'no route to ' || ${CALLER},
        'Shop ' || ${CALLER}, now()
      from failed_event where partner_id = coalesce(${id}::bigint, ${partners[0]}::bigint)
    `.execute(db)
    await sql`
      insert into replay_attempt (item_id, service, at, duration_ms, answer, error)
      select id, service, now(), 1, 'Caller +27 82 123 4567 is unknown', 'no route to ' || ${CALLER}
      from replay_item where run_id = ${run}::uuid
    `.execute(db)
    await sql`
      insert into event_state (service, account, list, event_id, failed_again_at, failure, cause)
      select service, ${owner.account}, list, event_id, settled_at,
        jsonb_build_object('status', null, 'error', reason, 'cause', null), 'The service says: ' || reason
      from replay_item where run_id = ${run}::uuid
      on conflict do nothing
    `.execute(db)
  }
}

/** Blocklists, activity, handled events, sessions and receivers. */
export async function addRest({ db }: Database, partners: number[]): Promise<void> {
  for (const partner_id of partners) {
    const account = { service: 'own', account: `partner ${partner_id}` }
    const { id: blocklist_id } = await addRow(db, 'blocklist', {
      partner_id,
      company_id: null,
      group_id: null,
    })
    const blocked = [CALLER, OTHER].map(phone_number => ({ blocklist_id, phone_number }))
    await db.insertInto('blocked_number').values(blocked).execute()
    const numbers = [OTHER, '+27 82 123 4567', CALLER]
    const entry = { ...account, by: 'session', outcome: 'done', numbers } as const
    await addRow(db, 'activity', { ...entry, kind: 'numbers_blocked', details: '{"name":"Acme"}' })
    const list = 'call_events_fail' as const
    await addRow(db, 'event_state', {
      ...account,
      list,
      event_id: 'marked',
      handled_at: new Date(),
    })
    await addRow(db, 'session', {
      ...account,
      cookie_hash: Buffer.from(account.account),
      made_by: 'x',
      sealed: Buffer.from('sealed'),
      name: null,
      browser: 'Firefox',
    })
    const { id: follow_up_id } = await addRow(db, 'follow_up', {
      ...account,
      kind: 'company',
      value: `Partner P-${partner_id}`,
    })
    const text = `The caller (+27 82 123 4567) is not ${OTHER}`
    await addRow(db, 'follow_up_note', { follow_up_id, who: 'Thandi', what: 'note', text })
    const receiver = { url: 'https://a.example/', who: null, tracking_number: NUMBER }
    await addRow(db, 'receiver_setting', { ...account, ...receiver })
  }
}
