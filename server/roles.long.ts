// Long: two processes start, share the work and stop.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addWaitingDelivery } from './testing/add-waiting-delivery.ts'
import { eventually } from './testing/eventually.ts'
import { startReceiver } from './testing/peers/test-receiver.ts'
import { runRedial } from './testing/run-redial.ts'
import { openTestDatabase } from './testing/test-database.ts'

test('a web process and a worker process show their role, share the work, and stop in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redial-roles-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, receiver.ca)
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    RECEIVER_CA_FILE: authorities,
    RECEIVER_EXCEPTIONS: receiver.exception,
  }
  const web = await runRedial({ ...settings, ROLE: 'web', SESSION_SECRET: 's'.repeat(32) })
  onTestFinished(() => void web.kill())
  expect(web.output()).toContain('Role      web: answers requests')
  await addWaitingDelivery(database, { callback_url: receiver.url, payload: '{"call_id":1}' })

  const worker = await runRedial({ ...settings, ROLE: 'worker' })
  onTestFinished(() => void worker.kill())
  expect(worker.output()).toContain('Role      worker: makes attempts')
  expect(worker.output()).not.toContain('Sign in')
  await eventually(() => receiver.requests.length === 1)
  const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text()
  const counted = 'redial_attempts_total{kind="delivery",outcome="delivered"}'
  await eventually(async () => (await metrics(worker.url)).includes(`${counted} 1`))
  expect(await metrics(web.url)).toContain(`${counted} 0`)

  expect([await worker.kill('SIGTERM'), await web.kill('SIGTERM')]).toEqual([0, 0])
  const { db } = database
  expect(await db.selectFrom('delivery').select(['state', 'attempts']).execute()).toEqual([
    { state: 'delivered', attempts: 1 },
  ])
})
