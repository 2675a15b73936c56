import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand, runRedial } from './testing/run-redial.ts'
import { FROM_DASHBOARD, JSON_BODY } from './testing/test-gateway.ts'
import { startReceiver } from './testing/test-receiver.ts'
import { answer, startUpstream } from './testing/test-upstream.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redial-main-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = (more: Record<string, string> = {}) => ({ DATA_DIR: folder, PORT: '0', ...more })

describe('start', () => {
  test('says what runs, where the data is and how to sign in; the link signs in once', async () => {
    const redial = await runRedial(settings())
    expect(redial.output()).toContain(folder)
    const [, code] = /sign-in#code=(\S+)/.exec(redial.output()) ?? []
    const token = readFileSync(join(folder, 'demo/token'), 'utf8').trim()
    expect(redial.output()).not.toContain(token)
    const signIn = () =>
      fetch(`${redial.url}/gateway/session`, {
        method: 'POST',
        headers: { ...FROM_DASHBOARD, ...JSON_BODY },
        body: JSON.stringify({ code }),
      })
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(401)
    expect(await redial.kill('SIGTERM')).toBe(0)
  })

  test('a second process on the same folder refuses; after a kill -9 a start succeeds', async () => {
    const first = await runRedial(settings())
    const second = await runCommand(['server/main.ts'], settings())
    expect(second.code).toBe(1)
    expect(second.output.trim()).toMatch(/^Another Redial is already running on the data folder/)
    expect(second.output.trim().split('\n')).toHaveLength(1)
    expect((await fetch(`${first.url}/gateway/session`)).status).toBe(200)
    await first.kill()
    const third = await runRedial(settings())
    expect((await fetch(`${third.url}/gateway/session`)).status).toBe(200)
    await third.kill()
  })

  test('what it keeps to itself is readable by its user alone', async () => {
    const redial = await runRedial(settings())
    await redial.kill()
    for (const file of ['session-secret', 'demo/token', 'postgresql']) {
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
    }
  })

  test.each([
    [
      'a malformed setting',
      ['server/main.ts'],
      { PORT: 'abc' },
      /^The setting PORT must be a port/,
    ],
    ['an unknown setting', ['server/main.ts'], { DATADIR: '/x' }, /Did you mean DATA_DIR\?/],
    ['a HOST of another machine', ['server/main.ts'], { HOST: '192.0.2.1' }, /^HOST must be/],
    [
      'a data folder that is a file',
      ['server/main.ts'],
      { DATA_DIR: 'package.json' },
      /^The data folder package.json cannot be used/,
    ],
    ['an argument', ['server/main.ts', '--port=1'], {}, /takes no arguments/],
    [
      'a database that is away',
      ['server/main.ts'],
      { DATABASE_URL: 'postgres://localhost:1/x', SESSION_SECRET: 'x'.repeat(32) },
      /^The database cannot be reached/,
    ],
  ])('%s stops it with one sentence', async (_, words, given, sentence) => {
    const { code, output } = await runCommand(words, settings(given))
    expect(code).toBe(1)
    expect(output.trim()).toMatch(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('a Ctrl+C that npm passes on as well stops it once, in order', async () => {
    const redial = await runRedial(settings())
    redial.process.kill('SIGINT')
    expect(await redial.kill('SIGINT')).toBe(0)
  })

  test('a secret that was cut off is made anew', async () => {
    writeFileSync(join(folder, 'session-secret'), '')
    const redial = await runRedial(settings())
    expect(readFileSync(join(folder, 'session-secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    await redial.kill()
  })

  test('a port that is taken stops it with one sentence', async () => {
    const first = await runRedial(settings())
    const { port } = new URL(first.url)
    const other = mkdtempSync(join(tmpdir(), 'redial-main-'))
    const { code, output } = await runCommand(
      ['server/main.ts'],
      settings({ DATA_DIR: other, PORT: port }),
    )
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^The port is taken by another program/)
    await first.kill()
    rmSync(other, { recursive: true, force: true })
  })
})

test('a replay that a killed process left is finished by the next one', async () => {
  const token = 'a'.repeat(40)
  const hanging = await startReceiver(() => {})
  const upstream = await startUpstream((_, response) =>
    answer(response, 200, [{ id: 7, callback_url: hanging.url, request_json: { call_id: 7 } }]),
  )
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, hanging.ca)
  const given = settings({
    UPSTREAM_URL: upstream.url,
    RECEIVER_CA_FILE: authorities,
    RECEIVER_EXCEPTIONS: hanging.exception,
  })
  const first = await runRedial(given)
  const headers = { ...JSON_BODY, authorization: `Token ${token}` }
  const started = await fetch(`${first.url}/gateway/replays`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      list: 'call_events_fail',
      from_date: '2026-11-21',
      to_date: '2026-11-22',
      events: [{ id: '7' }],
      start: true,
    }),
  })
  const { id } = await started.json()
  await expect.poll(() => hanging.requests.length).toBe(1)
  await first.kill()

  hanging.behave(200)
  const second = await runRedial(given)
  const ask = async (path: string) =>
    (await fetch(`${second.url}/gateway/replays/${id}${path}`, { headers })).json()
  await expect
    .poll(() => ask(''), { timeout: 60_000, interval: 500 })
    .toMatchObject({ state: 'finished', counts: { delivered: 1 } })
  expect(await ask('/items')).toMatchObject({ results: [{ attempts: [{ status: 200 }] }] })
  expect(hanging.requests).toHaveLength(2)
  expect(hanging.requests[1]?.headers['webhook-id']).toBe('7')
  await second.kill('SIGTERM')
  await upstream.close()
  await hanging.close()
}, 90_000)

test('tokens are made, listed and revoked by a command', async () => {
  const token = (...words: string[]) => runCommand(['server/token.ts', ...words], settings())
  const unknown = await token('create', '--partner', 'acme', '--label', 'Ops')
  expect(unknown.code).toBe(1)
  expect(unknown.output).toContain('--partner-name')

  const made = await token('create', '--partner=acme', '--partner-name=Acme', '--label=Ops')
  expect(made.output.trim()).toMatch(/^[0-9a-f]{40}$/)
  const redial = await runRedial(settings())
  const ask = () =>
    fetch(`${redial.url}/v2/company/`, {
      headers: { authorization: `Token ${made.output.trim()}` },
    })
  expect((await ask()).status).toBe(200)
  expect((await token('list')).output).toMatch(/acme +Ops +/)
  await redial.kill('SIGTERM')

  expect((await token('list')).output).toMatch(/acme +Ops +\S+ +without BlocklistPermission/)
  expect((await token('list')).output).not.toContain(made.output.trim())
  expect((await token('revoke', '--partner=acme', '--label=Ops')).output.trim()).toBe('Revoked 1.')
  expect((await token('revoke', '--partner=acme', '--label=Ops')).code).toBe(1)
  expect((await token('fly')).output).toContain('npm run token -- create')
}, 60_000)
