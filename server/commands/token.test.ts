import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../testing/run-redial.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const CLEAR_SCREEN = '\u001b[2J'
const SETTINGS = { SESSION_SECRET: 'a secret for tests, of enough characters' }

const token = (url: string, ...words: string[]) =>
  runCommand(['server/commands/token.ts', ...words], { ...SETTINGS, DATABASE_URL: url })

test.each([
  ['label', CLEAR_SCREEN],
  ['partner', `acme\u0007`],
  ['partner-name', 'Acme\u202eexe'],
])('--%s with control characters is refused: %j', async (option, text) => {
  const options = { partner: 'acme', 'partner-name': 'Acme', label: 'Thandi', [option]: text }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const { code, output } = await token('postgres://127.0.0.1:9/none', 'create', ...words)
  expect(code).toBe(1)
  expect(output).toBe(`--${option} has control characters. Write it without them.\n`)
})

test('each stored label is listed in one line without terminal codes', async () => {
  const labels = [
    'Thandi\tPieter',
    'Thandi\nacme',
    'Thandi\u009b31m',
    'Thandi\u2028a',
    'Thandi\rb',
    CLEAR_SCREEN,
  ]
  const { url, db, close } = await openTestDatabase()
  onTestFinished(close)
  await sql`insert into partner (reference, name) values ('acme', 'Acme')`.execute(db)
  for (const label of labels) {
    await sql`
      insert into api_token (partner_id, label, token_hash, blocklist_permission)
      select id, ${label}, ${label}, false from partner
    `.execute(db)
  }
  const { output } = await token(url, 'list')
  const listed = output.split('\n').map(line => line.slice(22, 38).trim())
  expect(listed.toSorted()).toEqual(
    ['', 'Thandi�31m', 'Thandi�Pieter', 'Thandi�a', 'Thandi�acme', 'Thandi�b', '�[2J'].toSorted(),
  )
})
