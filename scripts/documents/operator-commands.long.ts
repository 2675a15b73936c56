// Long: runs the documented commands on a Redial that has started.
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startForeignService, TOKEN } from '../../probe/testing/foreign-service.ts'
import { inspectEnv } from '../../server/config/read-env.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts'
import { blocksOf } from '../../server/testing/documented-code.ts'
import { hasTool } from '../../server/testing/requirements.ts'
import { runDocumented } from '../../server/testing/run-documented.ts'
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
  const signIn = await run(['npm run sessions -- link'], { API_TOKEN: 'a'.repeat(40) })
  expect(signIn.join('')).toMatch(/^http:\S+\/sign-in#code=\S+\n$/)
  const sessions = ['one', 'two'].map(name => ({
    ...{ service: 'own', account: 'acme', made_by: 'hash', sealed: Buffer.from('') },
    ...{ cookie_hash: Buffer.from(name), browser: 'Firefox on Windows', name },
  }))
  const [first] = await database.db.insertInto('session').values(sessions).returning('id').execute()
  const lines = others.map(line => line.replace('--id ID', `--id ${first?.id}`))
  const [listed, ...ended] = await run(lines)
  expect(listed).toContain('one')
  expect(listed).not.toContain('hash')
  expect(ended).toEqual(['Ended 1 session.\n', 'Ended 1 session.\n'])
  expect(await database.db.selectFrom('session').selectAll().execute()).toEqual([])
  const unknown = await run(['npm run sessions -- end --id nonsense']).catch(error => error)
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no session with the id'),
  })
  expect(await run(['npm run sessions -- forget-accounts'])).toEqual([
    'Done. Restart Redial now.\n',
  ])
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

test.skipIf(!hasTool('openssl'))('openssl creates a key of 64 characters', async () => {
  expect(await run(['openssl rand -hex 32'])).toEqual([expect.stringMatching(/^[0-9a-f]{64}\n$/)])
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
