import { expect, test } from 'vitest'
import { addDays, dayOf } from '../contract/time/calendar-date.ts'
import { ReplayClient } from './gateway/replays/testing/replay-client.ts'
import { changeTokens, createToken } from './service/tokens/tokens.ts'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { eventually } from './testing/eventually.ts'
import { addRow, onlyRow } from './testing/rows.ts'
import { startTestApp } from './testing/start-test-app.ts'

const app = await closedAfterAll(startTestApp())
const { id: demoPartner } = await onlyRow(app.database.db, 'partner', { reference: 'karoo' })

const clientOf = async (partnerId: number, label: string) => {
  const settings = { partnerId, label, blocklistPermission: false }
  return new ReplayClient(app.url, await createToken(app.database.db, settings))
}

test('our own service tells the gateway whose token it is: the runs belong to the partner', async () => {
  const { db } = app.database
  const one = await clientOf(demoPartner, 'desk')
  const other = await clientOf(demoPartner, 'night shift')
  const { id: strangerId } = await addRow(db, 'partner', {
    reference: 'stranger',
    name: 'Stranger',
  })
  const stranger = await clientOf(strangerId, 'desk')

  const today = dayOf(new Date(), 'Africa/Johannesburg')
  const range = { from_date: addDays(today, -60), to_date: addDays(today, 1) }
  const run = await one.prepare(range)
  expect(run.state).toBe('ready')
  // How many the demo has depends on the date.
  const { listed } = await db
    .selectFrom('failed_event')
    .select(eb => eb.fn.countAll<bigint>().as('listed'))
    .where('partner_id', '=', demoPartner)
    .where('list', '=', 'call_events_fail')
    .executeTakeFirstOrThrow()
  expect(Number(listed)).toBeGreaterThan(0)
  expect(run.counts.prepared).toBe(Number(listed))
  expect((await other.run(run.id)).counts).toEqual(run.counts)
  expect((await stranger.get(`replays/${run.id}`)).status).toBe(404)

  await changeTokens(
    db,
    { partnerId: demoPartner, label: 'night shift' },
    { revoked_at: new Date() },
  )
  expect((await other.get(`replays/${run.id}`)).status).toBe(401)
  expect((await one.change(run.id, 'cancel')).state).toBe('cancelled')
})

test('callers that have gone away do not delay a stop more than others do', async () => {
  for (const goneAfter of [1, 20]) {
    const stopped = await startTestApp()
    const gone = new AbortController()
    let answers = 0
    const headers = { authorization: `Token ${stopped.demoToken}` }
    for (let asked = 0; asked < 40; asked++) {
      fetch(`${stopped.url}/v1/call_events_fail/?page_size=100`, { headers, signal: gone.signal })
        .then(answered => {
          answers += 1
          if (answers === goneAfter) gone.abort()
          return answered.text()
        })
        .catch(() => {})
    }
    await eventually(() => gone.signal.aborted)
    // If the server lost track of a connection, closing would wait until the test times out.
    await stopped.close()
  }
})
