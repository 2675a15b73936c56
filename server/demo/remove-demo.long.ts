// Long: Redial starts twice, with and without its demo.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { removeDemo } from './demo.ts'

test('the demo account is removed, and a start with DEMO=off does not make it again', async () => {
  const folder = folderOfTest()
  const first = await startTestApp({}, { folder })
  onTestFinished(() => first.close())
  const { db } = first.database
  const headers = { Authorization: `Token ${first.demoToken}` }
  const status = async () => (await fetch(`${first.url}/v2/company/`, { headers })).status
  expect(await status()).toBe(200)
  expect(await removeDemo(db, folder)).toBe(true)
  expect(await status()).toBe(401)
  expect(existsSync(join(folder, 'demo'))).toBe(false)
  const left = () =>
    db.selectFrom('partner').select('reference').where('removed_at', 'is', null).execute()
  expect(await left()).toEqual([])
  expect(await db.selectFrom('tn_prefix').selectAll().execute()).toEqual([])
  expect(await removeDemo(db, folder)).toBe(false)

  const second = await startTestApp({ DEMO: 'off' }, { folder, databaseUrl: first.database.url })
  onTestFinished(() => second.close())
  expect([second.signInLink, second.demoToken]).toEqual([null, null])
  expect(await left()).toEqual([])
})
