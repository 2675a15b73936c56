// Long: Redial starts, is killed and starts again as a process.
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from './run.ts'
import { type RunningRedial, runCommand, runRedial } from './testing/run-redial.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { testFolder } from './testing/test-folder.ts'
import { FROM_DASHBOARD, JSON_BODY } from './testing/test-gateway.ts'
import { addPartner } from './testing/test-service.ts'

const SESSION_SECRET = 'a secret for tests, of enough characters'

const folder = testFolder()

/** A database of this test, and settings that name it. */
async function databaseWithSettings() {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const settings = { DATA_DIR: folder, PORT: '0', DATABASE_URL: database.url, SESSION_SECRET }
  return { database, settings }
}

/** A port of loopback that another program listens on until the test ends. */
async function takenPort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  return String(Object(other.address()).port)
}

// Each of these tests continues where the previous one ended, because starting takes seconds.
describe('a folder with the embedded database', () => {
  const settings = () => ({ DATA_DIR: join(folder, 'embedded'), PORT: '0' })
  const kept = (file: string) => join(settings().DATA_DIR, file)
  const token = (...args: string[]) => runCommand(['server/commands/token.ts', ...args], settings())
  let redial: RunningRedial
  let made: string
  const ask = () =>
    fetch(`${redial.url}/v2/company/`, { headers: { authorization: `Token ${made}` } })

  beforeAll(async () => {
    redial = await runRedial(settings())
  })
  afterAll(() => redial.kill())

  test('the screen says what runs, where the data is and how to sign in; the link signs in once', async () => {
    expect(redial.output()).toContain(settings().DATA_DIR)
    const [, code] = /sign-in#code=(\S+)/.exec(redial.output()) ?? []
    const demoToken = readFileSync(kept('demo/token'), 'utf8').trim()
    expect(redial.output()).not.toContain(demoToken)
    const signIn = () =>
      fetch(`${redial.url}/gateway/session`, {
        method: 'POST',
        headers: { ...FROM_DASHBOARD, ...JSON_BODY },
        body: JSON.stringify({ code }),
      })
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(401)
  })

  test('its own files are readable by its user only', () => {
    for (const file of ['session-secret', 'demo/token', 'postgresql']) {
      expect(statSync(kept(file)).mode & 0o077).toBe(0)
    }
  })

  test('a second process on it is refused with one sentence', async () => {
    const { code, output } = await runCommand(['server/main.ts'], settings())
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^Another Redial is already running on the data folder/)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect((await fetch(`${redial.url}/gateway/session`)).status).toBe(200)
  })

  test('a command creates tokens while Redial runs, with an entry in the activity log', async () => {
    const { output } = await token('create', '--partner=acme', '--partner-name=Acme', '--label=Ops')
    expect(output.trim()).toMatch(/^[0-9a-f]{40}$/)
    made = output.trim()
    expect((await ask()).status).toBe(200)
    const headers = { authorization: `Token ${made}` }
    const log = await (await fetch(`${redial.url}/gateway/activity`, { headers })).text()
    expect(JSON.parse(log).results).toMatchObject([
      { kind: 'token_made', by: 'command_line', details: { label: 'Ops', partner: 'acme' } },
    ])
    expect(log).not.toContain(made)
  })

  test('after a kill -9 it starts again, replaces a truncated secret, and SIGTERM stops it in order', async () => {
    await redial.kill()
    writeFileSync(kept('session-secret'), '')
    redial = await runRedial(settings())
    expect(readFileSync(kept('session-secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect((await ask()).status).toBe(200)
    expect(await redial.kill('SIGTERM')).toBe(0)
  })

  test('the command lists tokens while no Redial runs', async () => {
    const { output } = await token('list')
    expect(output).toMatch(/acme +Ops +\S+ +without BlocklistPermission/)
    expect(output).not.toContain(made)
  })
})

test('the command revokes tokens, with an entry in the activity log, and names missing arguments', async () => {
  const { database, settings } = await databaseWithSettings()
  await addPartner(database, 'acme')
  const token = (...args: string[]) => runCommand(['server/commands/token.ts', ...args], settings)
  const [unknown, wrong, revoked, none] = await Promise.all([
    token('create', '--partner', 'nobody', '--label', 'Ops'),
    token('fly'),
    token('revoke', '--partner=acme', '--label=test'),
    token('revoke', '--partner=acme', '--label=Ops'),
  ])
  expect(unknown.code).toBe(1)
  expect(unknown.output).toContain('--partner-name')
  expect(wrong.output).toContain('npm run token -- create')
  expect(revoked.output.trim()).toBe('Revoked 1.')
  const log = await database.db.selectFrom('activity').select(['kind', 'by', 'details']).execute()
  const details = { label: 'test', partner: 'acme' }
  expect(log).toEqual([{ kind: 'token_revoked', by: 'command_line', details }])
  expect(none.code).toBe(1)
  expect(none.output.trim()).toBe('acme has no valid token labelled "Ops".')
})

test('tokens are changed by the command, with entries in the activity log', async () => {
  const { database, settings } = await databaseWithSettings()
  await addPartner(database, 'acme')
  const token = async (...args: string[]) => {
    const given = [...args, '--partner=acme', '--label=test']
    const { code, output } = await runCommand(['server/commands/token.ts', ...given], settings)
    return [code, output.trim()]
  }
  expect(await token('deny')).toEqual([0, 'Changed 1.'])
  expect(await token('expire', '--expires=2999-12-31')).toEqual([0, 'Changed 1.'])
  const [[, list], [code, past], [, incomplete]] = await Promise.all([
    token('list'),
    token('expire', '--expires=2020-01-01'),
    token('expire'),
  ])
  // Midnight in Johannesburg, where that day is over.
  expect(list).toMatch(/acme +test .* without BlocklistPermission +expires 2999-12-31T22:00Z/)
  expect(code).toBe(1)
  expect(past).toContain('--expires 2020-01-01 is no day to come.')
  expect(incomplete).toContain('npm run token -- expire')
  const log = await database.db.selectFrom('activity').select(['kind', 'details']).execute()
  const details = { label: 'test', partner: 'acme' }
  expect(log).toEqual([
    { kind: 'token_changed', details: { ...details, blocklist_permission: false } },
    { kind: 'token_changed', details: { ...details, expires_at: '3000-01-01T00:00:00.000+02:00' } },
  ])
})

test.each([
  ['web', 'Role      web: answers requests'],
  ['worker', 'Role      worker: makes attempts'],
])('the screen of a %s process says its role', async (ROLE, words) => {
  const { settings } = await databaseWithSettings()
  const redial = await runRedial({ ...settings, ROLE })
  onTestFinished(() => void redial.kill())
  expect(redial.output()).toContain(words)
  expect(redial.output().includes('Sign in')).toBe(ROLE === 'web')
  expect(await redial.kill('SIGTERM')).toBe(0)
})

describe('one sentence explains why Redial cannot start', () => {
  test('a port that is taken, after everything else has started', async () => {
    const { settings } = await databaseWithSettings()
    const given = { ...settings, PORT: await takenPort() }
    const { code, output } = await runCommand(['server/main.ts'], given)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^The port is taken by another program/)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  /** The output of `run` if it cannot start, and the exit code that it sets, in this process. */
  async function runHere(args: string[], settings: Record<string, string>) {
    const written: unknown[] = []
    const { argv } = process
    process.argv = [...argv.slice(0, 2), ...args]
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
      written.push(text)
      return true
    })
    try {
      await run()
      return { code: process.exitCode, output: written.join('') }
    } finally {
      write.mockRestore()
      vi.unstubAllEnvs()
      process.argv = argv
      process.exitCode = undefined
    }
  }

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['a malformed setting', [], { PORT: 'abc' }, /^The setting PORT must be a port/],
    ['an unknown setting', [], { DATADIR: '/x' }, /Did you mean DATA_DIR\?/],
    [
      'a data folder that is a file',
      [],
      { DATA_DIR: 'package.json' },
      /^The data folder package.json cannot be used/,
    ],
    ['an argument', ['--port=1'], {}, /takes no arguments/],
    [
      'an unavailable database',
      [],
      { DATABASE_URL: 'postgres://localhost:1/x', SESSION_SECRET },
      /^The database cannot be reached/,
    ],
  ])('%s', async (_, args, given, sentence) => {
    const settings = { DATA_DIR: join(folder, 'none'), PORT: '0', LOG_LEVEL: 'silent', ...given }
    const { code, output } = await runHere(args, settings)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('a HOST of another machine', async () => {
    const { settings } = await databaseWithSettings()
    const given = { ...settings, HOST: '192.0.2.1', LOG_LEVEL: 'silent' }
    const { code, output } = await runHere([], given)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^HOST must be/)
    expect(output.trim().split('\n')).toHaveLength(1)
  })
})
