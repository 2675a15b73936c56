// Long: drafts fill their storage limit.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ReplayRun } from '../../../../contract/replay.ts'
import { eventually } from '../../../testing/eventually.ts'
import { onlyRow, rowsOf, setRows } from '../../../testing/rows.ts'
import { failedCall } from '../testing/list-upstream.ts'
import { RANGE, type ReplayClient } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const PAYLOAD = JSON.stringify({ call_id: 1, note: 'x'.repeat(10_000) })
const MEGABYTE = 1024 * 1024

const { upstream, database, client: clientOf } = await replaysOfFile()
upstream.items = [failedCall(1, 'https://127.0.0.1/', PAYLOAD)]

let clients = 0
/** Somebody with their own account, which has no runs yet. */
const newClient = () => clientOf(`token-${++clients}`)

/** Which of the runs still exist, and whether their items do. */
async function left(ids: string[]): Promise<boolean[]> {
  const { rows } = await sql<{ is_left: boolean }>`
    select exists (select from replay_run where id = asked.id)
      and exists (select from replay_item where run_id = asked.id) as is_left
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place) order by place
  `.execute(database.db)
  return rows.map(({ is_left }) => is_left)
}

test('drafts make room for new runs, the largest payloads first', async () => {
  const client = newClient()
  const ids: string[] = []
  for (let made = 0; made < 3; made++) {
    const { id } = await client.prepare()
    ids.push(id)
    const { stored_bytes } = await onlyRow(database.db, 'replay_run', { id })
    expect(stored_bytes).toBeGreaterThan(PAYLOAD.length)
    expect(stored_bytes).toBeLessThan(2 * PAYLOAD.length)
    await setRows(database.db, 'replay_run', { id }, { stored_bytes: 200 * MEGABYTE })
  }
  const other = await newClient().prepare()
  const { id } = await client.prepare()
  await expect.poll(() => left([...ids, id, other.id])).toEqual([false, true, true, true, true])
  expect((await client.get(`replays/${ids[0]}`)).status).toBe(404)
})

test('of too many drafts, those that were viewed longest ago are deleted', async () => {
  const client = newClient()
  const [oldest, next] = [await client.prepare(), await client.prepare()]
  await sql`
    insert into replay_run (id, account, made_by, service, list, from_date, to_date, state, looked_at)
    select gen_random_uuid(), account, made_by, service, list, from_date, to_date, state,
      now() - interval '5 minutes'
    from replay_run, generate_series(1, 48) where id = ${oldest.id}
  `.execute(database.db)
  await setRows(
    database.db,
    'replay_run',
    { id: [oldest.id, next.id] },
    { looked_at: sql`now() - interval '10 minutes'` },
  )
  // Somebody has the page of the first one open.
  await client.run(oldest.id)
  const { id } = await client.prepare()
  await expect.poll(() => left([oldest.id, next.id, id])).toEqual([true, false, true])
})

test('no transaction deletes more than 10,000 events of a large draft', async () => {
  const { db } = database
  const { id } = await newClient().prepare()
  await sql`
    insert into replay_item (run_id, service, list, event_id, state, payload)
    select run_id, service, list, 'copy ' || n, state, '{}' from replay_item, generate_series(1, 20001) as n
    where run_id = ${id}
  `.execute(db)
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 10000 then raise exception 'too many at a time'; end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger refuse_many after delete on replay_item referencing old table as gone
    for each statement execute function refuse_many()
  `.execute(db)
  await setRows(db, 'replay_run', { id }, { looked_at: sql`now() - interval '5 hours'` })
  await eventually(async () => (await rowsOf(db, 'replay_run', { id })).length === 0)
  expect(await rowsOf(db, 'replay_item', { run_id: id })).toEqual([])
})

test('an account may load twenty runs at a time, and delays no other account', async () => {
  const [client, other] = [newClient(), newClient()]
  upstream.behave(() => {})
  const make = (who: ReplayClient) => who.post('replays', { ...RANGE, events: 'all' })
  const answers = await Promise.all(Array.from({ length: 25 }, () => make(client)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(429)])
  expect(answers.find(({ status }) => status === 429)?.body).toEqual({
    detail: expect.stringMatching(/^Redial is still loading .* cancel them\. Nothing was sent\.$/),
  })
  expect((await make(other)).status).toBe(201)
  // A cancelled one makes room.
  const made = answers.find(({ status }) => status === 201)
  await client.change(ReplayRun.parse(made?.body).id, 'cancel')
  expect((await make(client)).status).toBe(201)
})
