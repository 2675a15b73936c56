import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { addWaitingDelivery, inDatabase } from '../testing/add-waiting-delivery.ts'
import { runRedial } from '../testing/run-redial.ts'
import { DATABASES, openTestDatabase } from '../testing/test-database.ts'
import { startReceiver } from '../testing/test-receiver.ts'

describe.each(DATABASES)('a stop with an attempt in flight, on the %s database', kind => {
  const folder = mkdtempSync(join(tmpdir(), 'redial-stop-'))
  let postgres: Database | null = null
  beforeAll(async () => {
    if (kind === 'postgres') postgres = await openTestDatabase(kind)
  })
  afterAll(async () => {
    await postgres?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('finishes and keeps it; the next start does not make it again', async () => {
    const receiver = await startReceiver(async (_, response) => {
      await setTimeout(3_000)
      response.writeHead(200).end()
    })
    const authorities = join(folder, 'authorities.pem')
    writeFileSync(authorities, receiver.ca)
    const settings = {
      DATA_DIR: folder,
      PORT: '0',
      RECEIVER_CA_FILE: authorities,
      RECEIVER_EXCEPTIONS: receiver.exception,
      ...(postgres?.url ? { DATABASE_URL: postgres.url, SESSION_SECRET: 's'.repeat(32) } : {}),
    }
    await inDatabase(settings, database =>
      addWaitingDelivery(database, { callback_url: receiver.url, payload: '{"call_id":1}' }),
    )

    const first = await runRedial(settings)
    await expect.poll(() => receiver.requests.length).toBe(1)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    first.process.kill('SIGTERM')
    if (kind === 'postgres') {
      // While it still takes requests, it says that none should be sent.
      await expect
        .poll(async () => (await fetch(`${first.url}/readyz`)).json())
        .toEqual({ detail: 'Redial is stopping.' })
    }
    expect(await first.kill('SIGTERM')).toBe(0)
    // Of this delivery alone: the demo makes some of its own.
    const kept = await inDatabase(settings, async ({ db }) => {
      const { id, ...delivery } = await db
        .selectFrom('delivery')
        .select(['id', 'state', 'attempts'])
        .where('callback_url', '=', receiver.url)
        .executeTakeFirstOrThrow()
      const attempts = await db
        .selectFrom('delivery_attempt')
        .select(['number', 'status'])
        .where('delivery_id', '=', id)
        .execute()
      const jobs = await sql`
        select 1 from job_queue.job
        where name = 'delivery' and data ->> 'deliveryId' = ${String(id)}
      `.execute(db)
      return { delivery, attempts, jobs: jobs.rows.length }
    })
    expect(kept).toEqual({
      delivery: { state: 'delivered', attempts: 1 },
      attempts: [{ number: 1, status: 200 }],
      jobs: 0,
    })

    const second = await runRedial(settings)
    await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status).toBe(200)
    // Longer than the worker takes to look for what is due.
    await setTimeout(2_000)
    expect(receiver.requests).toHaveLength(1)
    await second.kill()
    await receiver.close()
  }, 60_000)
})
