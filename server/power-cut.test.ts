import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from './database/database.ts'
import { ReplayClient } from './gateway/replays/testing/replay-client.ts'
import {
  CALL,
  CALLER,
  configureNumber,
  SETTINGS,
  tell,
} from './service/telephony/testing/telephone-switch.ts'
import { closedAfterEach } from './testing/closed-after-each.ts'
import { startReceiver } from './testing/peers/test-receiver.ts'
import { settingsOn } from './testing/settings-on.ts'
import { startAppHere } from './testing/start-test-app.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { addPartner, answerOf, TELEPHONY_KEY } from './testing/test-service.ts'

const open = closedAfterEach()
const TABLES = ['blocked_number', 'delivery', 'replay_run', 'tracked_call']

/** From now on, notes for new rows whether the commit of their transaction waits for the disk. */
async function noteCommits({ db }: Database) {
  await sql`create table noted_commit (added_to text, waits text)`.execute(db)
  await sql`
    create function note_commit() returns trigger language plpgsql as $$
    begin
      insert into noted_commit values (tg_table_name, current_setting('synchronous_commit'));
      return null;
    end $$
  `.execute(db)
  for (const table of TABLES) {
    await sql`
      create constraint trigger note_commit after insert on ${sql.table(table)}
      deferrable initially deferred for each row execute function note_commit()
    `.execute(db)
  }
}

test('a report, a block and a replay are on the disk before they are answered', async () => {
  const database = await open(openTestDatabase())
  const { db } = database
  const name = new URL(database.url ?? '').pathname.slice(1)
  // As usual for PostgreSQL, but not for that of the tests.
  await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(db)
  await noteCommits(database)
  const receiver = await open(startReceiver())
  const settings = { ...settingsOn(database, receiver), TELEPHONY_KEY }
  const { url } = await open(startAppHere(settings))
  const { token } = await addPartner(database, SETTINGS.partner)

  expect((await configureNumber(url, receiver)).status).toBe(201)
  expect((await tell(url, 'POST', 'calls/', CALL)).status).toBe(201)
  const block = {
    entity: SETTINGS.company,
    entity_context_name: 'company',
    blocked_phone_number_list: [{ phone_number: CALLER }],
  }
  const blocked = await answerOf('POST', `${url}/v1/blocklist/`, { token, body: block })
  expect(blocked.status).toBe(201)
  await new ReplayClient(url, token).begin()

  const { rows } = await sql`select distinct * from noted_commit order by added_to`.execute(db)
  expect(rows).toEqual(TABLES.map(added_to => ({ added_to, waits: 'on' })))
})
