// Long: runs the documented commands on a Redial that has started.
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startForeignService, TOKEN } from '../../probe/testing/foreign-service.ts'
import { inspectEnv } from '../../server/config/read-env.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts'
import { AccountKeys } from '../../server/gateway/session/account-keys.ts'
import { Seals } from '../../server/gateway/session/seals.ts'
import { Sessions } from '../../server/gateway/session/sessions.ts'
import { SignInLinks } from '../../server/gateway/session/sign-in-links.ts'
import { blocksOf } from '../../server/testing/documented-code.ts'
import { hasTool } from '../../server/testing/requirements.ts'
import { runDocumented } from '../../server/testing/run-documented.ts'
import { runCommand } from '../../server/testing/run-redial.ts'
import { startTestApp } from '../../server/testing/start-test-app.ts'
import { openTestDatabase } from '../../server/testing/test-database.ts'
import { folderOfTest } from '../../server/testing/test-folder.ts'

/* Runs the commands of the documents as they are, but for names, addresses and folders. */
const README = 'README.md'
const GUIDE = 'docs/operations.md'
const TELEPHONY = 'docs/telephony.md'
const UPGRADING = 'docs/upgrading.md'

const SECRET = 'a secret for tests, of enough characters'
const KEY = 'k'.repeat(64)

let database: Awaited<ReturnType<typeof openTestDatabase>>
let run: (blocks: string[], env?: Record<string, string>) => Promise<string[]>
beforeEach(async () => {
  database = await openTestDatabase()
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: SECRET, LOG_LEVEL: 'error' }
  run = (blocks, env) => runDocumented(blocks, { env: { ...settings, ...env } })
  return () => database.close()
})

test.each([
  [GUIDE, 'Tokens', ['Changed 1.', 'Changed 1.', 'Changed 1.', 'with', 'Revoked 1.']],
  [README, 'Three ways to run it', ['Changed 1.', 'Revoked 1.', '  revoked ']],
])(
  '%s, “%s”: the commands for tokens work one after the other',
  async (document, heading, said) => {
    const [block = ''] = blocksOf(document, heading)
    const [output = ''] = await run([block])
    const [token, ...rest] = output.trim().split('\n')
    expect(token).toMatch(/^[0-9a-f]{40}$/)
    expect(rest).toEqual(said.map(words => expect.stringContaining(words)))
  },
)

test('the commands that erase work in both documents', async () => {
  const [block = ''] = blocksOf(GUIDE, 'Erase a person or a partner')
  expect(blocksOf(README, 'Three ways to run it')[1]).toBe(block)
  await database.db.insertInto('partner').values({ reference: 'acme', name: 'Acme' }).execute()
  const [output = ''] = await run([block])
  expect(output.match(/^Erased:$/gm)).toHaveLength(2)
  expect(await database.db.selectFrom('partner').selectAll().execute()).toEqual([])
})

test('the commands for sessions list, end and create sessions', async () => {
  const [, , block = ''] = blocksOf(README, 'Three ways to run it')
  const others = block.trim().split('\n')
  expect([others[0], others.pop()]).toEqual([
    'npm run sessions -- list',
    'npm run sessions -- link',
  ])
  const token = 'a'.repeat(40)
  const seals = new Seals(SECRET)
  const [signIn = ''] = await run(['npm run sessions -- link'], { API_TOKEN: token })
  const [, code = ''] = /^http:\S+\/sign-in#code=(\S+)\n$/.exec(signIn) ?? []
  expect(await new SignInLinks(database.db, seals, 'own').take(code)).toBe(token)
  const keys = await AccountKeys.open(database.db, seals)
  const sessions = new Sessions(database.db, seals, keys, 'own')
  const begin = (name: string) => sessions.begin({ token, name, account: 'acme' }, undefined)
  const [{ session, cookie }, other] = [await begin('Thandi'), await begin('Pieter')]
  expect(others).toHaveLength(3)
  const [end = '', endAll = ''] = others.slice(1)
  const [listed = '', ended] = await run([
    'npm run sessions -- list',
    end.replace('--id ID', `--id ${session.id}`),
  ])
  for (const shown of ['Thandi', 'Pieter', session.id]) expect(listed).toContain(shown)
  for (const secret of [token, cookie, other.cookie]) expect(listed).not.toContain(secret)
  expect(ended).toBe('Ended 1 session.\n')
  expect(await sessions.find(cookie)).toBeNull()
  expect(await sessions.find(other.cookie)).not.toBeNull()
  expect(await run([endAll])).toEqual(['Ended 1 session.\n'])
  expect(await sessions.find(other.cookie)).toBeNull()
  expect(await run(['npm run sessions -- forget-accounts'])).toEqual([
    'Done. Restart Redial now.\n',
  ])
})

test('an impossible command prints one sentence', async () => {
  const words = ['server/commands/sessions.ts', 'end', '--id', 'nonsense']
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: SECRET }
  // It runs without a shell, which may print messages of its own.
  expect(await runCommand(words, settings)).toEqual({
    code: 1,
    output: 'There is no session with the id "nonsense".\n',
  })
})

test('the commands of the page on upgrades say what the new version would do, and do it', async () => {
  const before = blocksOf(UPGRADING, 'Before')
  const ahead = blocksOf(UPGRADING, 'Several processes, without an interruption')
  const [checks, migrated] = await run([...before, ...ahead])
  expect(checks).toMatch(/^The database is up to date[\s\S]*No problems\.\n$/)
  expect(migrated).toMatch(/^The database is up to date/)
})

test.each([
  'npm run token',
  'npm run sessions',
  'npm run erase',
  'npm run migrate',
  'npm run probe',
])('%s alone says how to use it', async command => {
  const failed = await run([command]).catch((error: unknown) => error)
  expect(failed).toMatchObject({ stderr: expect.stringContaining(`${command} -- `) })
})

test('the settings of the guide are accepted', () => {
  const [block = ''] = blocksOf(GUIDE, 'Several processes behind a load balancer')
  const lines = block.trim().split('\n')
  const settings = lines.map(line => line.replace(/ +#.*/, '').replace('…', KEY).split('='))
  const environment = Object.fromEntries(
    settings.map(([name, ...value]) => [name, value.join('=')]),
  )
  expect(Object.keys(environment)).toContain('DATABASE_URL')
  expect(inspectEnv({ SESSION_SECRET: SECRET, ...environment }).problems).toEqual([])
})

test('the probe reads a service, and blocks and unblocks a number', async () => {
  const service = await startForeignService()
  onTestFinished(service.close)
  const blocks = blocksOf(README, 'Before you put it in front of a service').map(block =>
    block
      .replace('API_TOKEN=…', `API_TOKEN=${TOKEN}`)
      .replace('https://api.example.com', service.url)
      .replace('--reference acme', '--reference ACME'),
  )
  const [read, changed] = await run(blocks)
  expect(read).toContain('All that the dashboard needs holds')
  expect(changed).toContain('All that the dashboard needs holds')
  expect([...service.blocked]).toEqual(['27821230000'])
})

test.skipIf(!hasTool('curl'))('a script reads the activity log', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const [block = ''] = blocksOf(GUIDE, 'Activity log')
  const command = block.replace('Token …', `Token ${app.demoToken}`)
  const other = { method: 'POST', body: '{}', headers: { authorization: `Token ${app.demoToken}` } }
  await fetch(`${app.url}/v1/blocklist/`, other)
  const [lines = ''] = await run([command], { URL: app.url })
  expect(lines).toContain('"by":"script"')
})

test('the code that verifies webhooks accepts what Redial signs, and nothing else', async () => {
  const [code = ''] = blocksOf(TELEPHONY, 'Verify webhooks', 'js')
  const [imported = '', ...lines] = code.split('\n')
  expect(imported).toBe("import { Webhook } from 'standardwebhooks'")
  const verify = new Function(
    'Webhook',
    'secret',
    'body',
    'headers',
    `${lines.join('\n')}; return event`,
  )
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`
  const body = '{ "call_id": 1 }'
  const now = new Date()
  const signature = new Webhook(secret).sign('7', now, body)
  const headers = {
    'webhook-id': '7',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signature,
  }
  expect(verify(Webhook, secret, body, headers)).toEqual({ call_id: 1 })
  expect(() => verify(Webhook, secret, body.replace('1', '2'), headers)).toThrow()
})

test('the embedded database is backed up, restored, opened with psql and rid of the demo', async () => {
  const folder = folderOfTest()
  const DATA_DIR = join(folder, 'data')
  const postgres = await startEmbeddedPostgres(DATA_DIR)
  onTestFinished(() => postgres.close())
  const embedded = { DATABASE_URL: '', SESSION_SECRET: '', DATA_DIR }
  const [, , create = '', restore = ''] = blocksOf('docs/backup.md', 'Back up')
  const inFolder = (text: string) => text.replaceAll(/\/var\/(backups|lib)/g, folder)
  const demo = blocksOf(GUIDE, 'The demo account')
  const [removed, created, restored] = await run(
    [...demo, inFolder(create), inFolder(restore)],
    embedded,
  )
  expect(removed).toMatch(/demo/)
  expect(created).toMatch(/^Backed up /)
  expect(restored).toMatch(/^Restored the backup of /)
  if (!hasTool('psql')) return
  const psql = blocksOf(GUIDE, 'Embedded PostgreSQL')
  await runDocumented(psql, { cwd: folder })
})
