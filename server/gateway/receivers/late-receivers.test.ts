import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { lateReceivers } from './known-receivers.ts'

const open = closedAfterEach()

test("the longest delay of all live processes counts, for the account's receivers only", async () => {
  const { db } = await open(openTestDatabase())
  const soon = new Date(Date.now() + 60_000)
  const late = (account: string, receiver: string, latenessMs: number) => ({
    account,
    receiver,
    latenessMs,
  })
  await db
    .insertInto('worker_process')
    .values([
      {
        id: randomUUID(),
        alive_until: soon,
        late: JSON.stringify([
          late('partner 1', 'crm.example/hook', 45_400),
          late('partner 1', 'other.example/hook', 3_600_000),
          late('partner 2', 'secret.example/hook', 90_000),
        ]),
      },
      {
        id: randomUUID(),
        alive_until: soon,
        late: JSON.stringify([late('partner 1', 'crm.example/hook', 61_000)]),
      },
      {
        id: randomUUID(),
        alive_until: new Date(0),
        late: JSON.stringify([late('partner 1', 'dead.example/hook', 61_000)]),
      },
    ])
    .execute()
  expect(await lateReceivers(db, { account: 'partner 1' })).toEqual([
    { receiver: 'other.example/hook', late_s: 3_600 },
    { receiver: 'crm.example/hook', late_s: 61 },
  ])
})
