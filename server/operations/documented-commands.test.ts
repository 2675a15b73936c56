import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blocksOf } from '../testing/documented-code.ts'
import { hasTool } from '../testing/requirements.ts'
import { runDocumented } from '../testing/run-documented.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { folderOfTest } from '../testing/test-folder.ts'

const GUIDE = 'docs/telephony.md'

test.skipIf(!hasTool('curl'))(
  'the guide’s requests to the telephony port work one after the other',
  async () => {
    const folder = folderOfTest()
    // Its name has no address to look up.
    const settings = { DEMO: 'off', RECEIVER_EXCEPTIONS: 'hooks.example.com:443' }
    const app = await startTestApp(settings, { folder: join(folder, 'data') })
    onTestFinished(() => app.close())

    const [shell = '', ...blocks] = blocksOf(GUIDE, 'The telephony port')
    const here = shell.replace('http://127.0.0.1:4400', app.url)
    expect(here).toContain(`URL=${app.url}/telephony/v1`)
    const answers = await runDocumented([here, ...blocks], { cwd: folder })
    const all = answers.join('\n')
    expect(all).toContain('"allowed":true')
    expect(all).toContain('"event":"missed_call_saver"')
    const batch = answers.find(answer => answer.startsWith('{"results":[{"status"')) ?? '{}'
    const statuses = JSON.parse(batch).results.map(({ status }: { status: number }) => status)
    expect(statuses).toEqual([201, 400])
    expect(all).toMatch(/"id":\d+,"call_id":7001,"partner":"acme","tracking_number":"27105550199"/)
    expect(all).toContain('"name":"Thandi Mokoena"')
    expect(all).toContain('"partner":"zenith","company":{"reference":"Z-1"')

    const { db } = app.database
    const companies = await db.selectFrom('company').select('reference').execute()
    expect(companies.map(({ reference }) => reference).toSorted()).toEqual(['C-1', 'Z-1'])
    expect(await db.selectFrom('contact').selectAll().execute()).toEqual([])
    const numbers = await db.selectFrom('tracking_number').select('removed_at').execute()
    expect(numbers).toEqual([{ removed_at: expect.any(Date) }, { removed_at: expect.any(Date) }])
  },
)
