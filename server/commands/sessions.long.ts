// Long: commands run as processes next to a Redial.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { AccountKeys } from '../gateway/session/account-keys.ts'
import { Seals } from '../gateway/session/seals.ts'
import { Sessions } from '../gateway/session/sessions.ts'
import { SignInLinks } from '../gateway/session/sign-in-links.ts'
import { runCommand } from '../testing/run-redial.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const SECRET = 'a secret for tests, of enough characters'
const UPSTREAM = 'https://api.example.com'

let database: Database
let sessions: Sessions
let links: SignInLinks
beforeAll(async () => {
  database = await openTestDatabase()
  const seals = new Seals(SECRET)
  const keys = await AccountKeys.open(database.db, seals)
  sessions = new Sessions(database.db, seals, keys, UPSTREAM)
  links = new SignInLinks(database.db, seals, UPSTREAM)
})
afterAll(() => database.close())

const run = (words: string[], settings: Record<string, string> = {}) =>
  runCommand(['server/commands/sessions.ts', ...words], {
    DATABASE_URL: database.url,
    SESSION_SECRET: SECRET,
    UPSTREAM_URL: UPSTREAM,
    ...settings,
  })
const begin = (name: string) =>
  sessions.begin({ token: 'a'.repeat(40), name, account: 'acme' }, undefined)

test('sessions are listed and ended while Redial runs', async () => {
  const thandi = await begin('Thandi')
  const pieter = await begin('Pieter')
  const listed = await run(['list'])
  for (const words of ['Thandi', 'Pieter', thandi.session.id])
    expect(listed.output).toContain(words)
  expect(listed.output).not.toContain('aaaa')

  const one = await run(['end', '--id', thandi.session.id])
  expect(one).toEqual({ code: 0, output: 'Ended 1 session.\n' })
  expect(await sessions.find(thandi.cookie)).toBeNull()
  expect(await sessions.find(pieter.cookie)).not.toBeNull()
  expect((await run(['end', '--all'])).output).toBe('Ended 1 session.\n')
  expect(await sessions.find(pieter.cookie)).toBeNull()
})

test('a new sign-in link is printed without a restart', async () => {
  const { code, output } = await run(['link'], {
    API_TOKEN: 'b'.repeat(40),
    PUBLIC_URL: 'https://redial.example.com',
  })
  expect(code).toBe(0)
  const [, printed = ''] =
    /^https:\/\/redial\.example\.com\/sign-in#code=(\S+)\n$/.exec(output) ?? []
  expect(await links.take(printed)).toBe('b'.repeat(40))
})

test('an impossible command prints one sentence', async () => {
  expect(await run(['end', '--id', 'nonsense'])).toEqual({
    code: 1,
    output: 'There is no session with the id "nonsense".\n',
  })
})
