import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { addStoredRun } from '../replays/testing/stored-replay.ts'
import { AccountKeys } from './account-keys.ts'
import { Seals } from './seals.ts'
import { MAX_SESSIONS, Sessions } from './sessions.ts'
import { SignInLinks } from './sign-in-links.ts'

const SECRET = 'a secret for tests, of enough characters'
const NEXT_SECRET = 'the secret after it, of enough characters'
const SERVICE = 'https://api.example.com'
const TOKEN = 'a'.repeat(40)
const ACME = { token: TOKEN, name: null, account: 'acme' }
const OTHER = { token: 'b'.repeat(40), name: null, account: 'other' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const database = await closedAfterAll(openTestDatabase())
beforeEach(async () => {
  await sql`truncate session, sign_in_code, account_key, replay_run, follow_up cascade`.execute(
    database.db,
  )
})

/** The sessions as a process with these secrets sees them. */
const open = async (secret = SECRET, previous: string[] = [], service = SERVICE) => {
  const seals = new Seals(secret, previous)
  const keys = await AccountKeys.open(database.db, seals)
  return {
    keys,
    sessions: new Sessions(database.db, seals, keys, service),
    links: new SignInLinks(database.db, seals, service),
  }
}
const age = (interval: string, columns: ('started_at' | 'last_used_at')[]) =>
  database.db
    .updateTable('session')
    .set(
      Object.fromEntries(
        columns.map(column => [column, sql`${sql.ref(column)} - ${interval}::interval`]),
      ),
    )
    .execute()

describe('a session', () => {
  const begin = async () => {
    const { sessions } = await open()
    return {
      sessions,
      ...(await sessions.begin({ ...ACME, name: 'Thandi' }, FIREFOX)),
    }
  }

  test('is looked up once for simultaneous requests', async () => {
    const { sessions, cookie } = await begin()
    const [one, another] = await Promise.all([sessions.find(cookie), sessions.find(cookie)])
    expect(one).not.toBeNull()
    expect(another).toBe(one)
  })

  test('is found by its cookie in any process, with its token and name', async () => {
    const { cookie } = await begin()
    const { sessions } = await open()
    expect(await sessions.find(cookie)).toMatchObject({
      token: TOKEN,
      name: 'Thandi',
      account: 'acme',
    })
    expect(await sessions.find(`${cookie}x`)).toBeNull()
  })

  test.each<[string, ('started_at' | 'last_used_at')[], boolean]>([
    ['11 hours 59 minutes', ['last_used_at'], true],
    ['12 hours', ['last_used_at'], false],
    ['167 hours', ['started_at'], true],
    ['168 hours', ['started_at'], false],
  ])('after %s since %s', async (interval, columns, isThere) => {
    const { sessions, cookie } = await begin()
    await age(interval, columns)
    expect((await sessions.find(cookie)) !== null).toBe(isThere)
  })

  test('lasts while it is used', async () => {
    const { sessions, cookie } = await begin()
    for (let days = 0; days < 12; days++) {
      await age('11 hours', ['last_used_at'])
      expect(await sessions.find(cookie)).not.toBeNull()
    }
  })

  test('of another service does not exist here, because its token is for that service only', async () => {
    const { cookie } = await begin()
    const { sessions } = await open(SECRET, [], 'https://other.example.com')
    expect(await sessions.find(cookie)).toBeNull()
  })

  test('cannot be decrypted with the database and the secret: that takes the cookie', async () => {
    const { cookie } = await begin()
    const [row] = await database.db.selectFrom('session').selectAll().execute()
    const seals = new Seals(SECRET)
    expect(JSON.stringify(row)).not.toContain(cookie)
    expect(row?.sealed.toString('latin1')).not.toContain(TOKEN)
    expect(seals.open(row?.sealed ?? Buffer.alloc(0), { purpose: 'session', salt: '' })).toBeNull()
  })

  test('is listed with its browser, together with the other sessions of its token only', async () => {
    const { sessions, session } = await begin()
    await sessions.begin(OTHER, undefined)
    const second = await sessions.begin(ACME, 'x'.repeat(100_000))
    const listed = await sessions.list(session.tokenKey)
    expect(listed.map(({ id, name, browser }) => ({ id, name, browser }))).toEqual([
      { id: second.session.id, name: null, browser: 'Unknown browser' },
      { id: session.id, name: 'Thandi', browser: 'Firefox on Windows' },
    ])
    expect(await sessions.endAll(session.tokenKey)).toBe(2)
    expect(await sessions.list(session.tokenKey)).toEqual([])
  })

  test('ends when its account starts more than the limit after its last use', async () => {
    const { sessions, cookie } = await begin()
    const other = await sessions.begin(OTHER, FIREFOX)
    await age('1 hour', ['last_used_at'])
    const start = () => sessions.begin(ACME, FIREFOX)
    for (let started = 1; started < MAX_SESSIONS; started++) await start()
    expect(await sessions.find(cookie)).not.toBeNull()
    await age('1 hour', ['last_used_at'])
    // The first session was used last.
    expect(await sessions.find(cookie)).not.toBeNull()
    await start()
    expect(await sessions.find(cookie)).not.toBeNull()
    expect(await sessions.list(other.session.tokenKey)).toHaveLength(1)
    expect(await sessions.list((await start()).session.tokenKey)).toHaveLength(MAX_SESSIONS)
  })

  test('of somebody else cannot be ended', async () => {
    const { sessions, cookie, session } = await begin()
    expect(await sessions.end(session.id, 'another token')).toBe(false)
    expect(await sessions.find(cookie)).not.toBeNull()
  })
})

describe('a new SESSION_SECRET', () => {
  test('with the earlier one in PREVIOUS_SESSION_SECRETS keeps sessions and accounts', async () => {
    const before = await open()
    const { cookie } = await before.sessions.begin(ACME, FIREFOX)
    const after = await open(NEXT_SECRET, [SECRET])
    expect(after.keys.keyOf(`Token ${TOKEN}`)).toBe(before.keys.keyOf(`Token ${TOKEN}`))
    expect(await after.sessions.find(cookie)).toMatchObject({ token: TOKEN })
    // The key is sealed with the new secret now, so the earlier one can go, and its sessions with it.
    const alone = await open(NEXT_SECRET)
    expect(alone.keys.keyOf(`Token ${TOKEN}`)).toBe(before.keys.keyOf(`Token ${TOKEN}`))
    expect(await alone.sessions.find(cookie)).toBeNull()
  })

  test('a new secret stops the start if runs would be lost', async () => {
    await addStoredRun(database.db, { account: (await open()).keys.keyOf(`Token ${TOKEN}`) })
    await expect(open(NEXT_SECRET)).rejects.toThrow('PREVIOUS_SESSION_SECRETS')
    await AccountKeys.forget(database.db)
    await expect(open(NEXT_SECRET)).resolves.toBeDefined()
  })

  test('a new secret stops the start if follow-ups would be lost', async () => {
    const account = (await open()).keys.keyOf(`Token ${TOKEN}`)
    const followUp = { service: 'x', account, kind: 'company', value: 'Acme' } as const
    await database.db.insertInto('follow_up').values(followUp).execute()
    await expect(open(NEXT_SECRET)).rejects.toThrow('PREVIOUS_SESSION_SECRETS')
  })

  test('a new secret is accepted if no account is identified by a token', async () => {
    await open()
    await addStoredRun(database.db, { account: 'partner 1' })
    const { keys } = await open(NEXT_SECRET)
    expect(keys.keyOf(TOKEN)).toBe((await open(NEXT_SECRET)).keys.keyOf(TOKEN))
  })
})

describe('a sign-in link', () => {
  const codeOf = async (links: SignInLinks) => (await links.link('', TOKEN)).split('=')[1] ?? ''

  test('returns its token once, in any process', async () => {
    const code = await codeOf((await open()).links)
    const { links } = await open()
    expect(await links.take(code)).toBe(TOKEN)
    expect(await links.take(code)).toBeNull()
  })

  test.each([
    ['14 minutes 55 seconds', TOKEN],
    ['15 minutes', null],
    ['25 hours', null],
  ])('after %s gives %s', async (interval, token) => {
    const { links } = await open()
    const code = await codeOf(links)
    await setRows(
      database.db,
      'sign_in_code',
      {},
      { expires_at: sql`expires_at - ${interval}::interval` },
    )
    expect(await links.take(code)).toBe(token)
  })

  test('has its code in the fragment, which no log contains, and never the token', async () => {
    const link = await (await open()).links.link('https://redial.example.com', TOKEN)
    expect(link).toMatch(/^https:\/\/redial\.example\.com\/sign-in#code=[\w-]{32}$/)
    const rows = await database.db.selectFrom('sign_in_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(link.split('=')[1])
  })
})
