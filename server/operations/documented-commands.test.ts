import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const run = promisify(execFile)
const GUIDE = readFileSync('docs/operations.md', 'utf8')

/** The blocks of commands in a section of the guide, in their order. */
function commandsOf(section: string): string[] {
  const [, text = ''] = GUIDE.split(`\n## ${section}\n`)
  const [own = ''] = text.split('\n## ')
  return [...own.matchAll(/```\n(.*?)```/gs)].map(([, commands = '']) => commands)
}

/** What each block prints. @throws if a command of theirs fails */
async function printed(blocks: string[], folder: string, env: NodeJS.ProcessEnv = {}) {
  const marked = blocks.map(commands => `${commands}\necho '<end>'`).join('\n')
  const script = `set -euo pipefail\n${marked}`
  const { stdout } = await run('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  return stdout.split('<end>\n').slice(0, -1)
}

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)(
  'the guide’s requests to the telephony port work one after the other',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redial-guide-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // Its name has no address to look up.
    const settings = { DEMO: 'off', RECEIVER_EXCEPTIONS: 'hooks.example.com:443' }
    const app = await startTestApp(settings, { folder: join(folder, 'data') })
    onTestFinished(() => app.close())

    const [shell = '', ...blocks] = commandsOf('The telephony port')
    const here = shell.replace('http://127.0.0.1:4400', app.url)
    expect(here).toContain(`URL=${app.url}/telephony/v1`)
    const answers = await printed([here, ...blocks], folder)
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

test('the guide’s commands for tokens work one after the other', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const [block = ''] = commandsOf('Tokens')
  const command = `"${process.execPath}" "${resolve('server/commands/token.ts')}"`
  const settings = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
    LOG_LEVEL: 'error',
  }
  const [output = ''] = await printed(
    [block.replaceAll('npm run token --', command)],
    '.',
    settings,
  )
  const [token, ...rest] = output.trim().split('\n')
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  expect(rest).toEqual([
    'Changed 1.',
    'Changed 1.',
    'Changed 1.',
    expect.stringMatching(/^acme +Thandi +\S+ +with BlocklistPermission\s*$/),
    'Revoked 1.',
  ])
})

test('the guide’s commands that erase work one after the other', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await database.db.insertInto('partner').values({ reference: 'acme', name: 'Acme' }).execute()
  const [block = ''] = commandsOf('Erase a person or a partner')
  const command = `"${process.execPath}" "${resolve('server/commands/erase.ts')}"`
  const settings = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
  }
  const [output = ''] = await printed(
    [block.replaceAll('npm run erase --', command)],
    '.',
    settings,
  )
  expect(output.match(/^Erased:$/gm)).toHaveLength(2)
  expect(await database.db.selectFrom('partner').selectAll().execute()).toEqual([])
})
