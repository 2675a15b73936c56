import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { REAL_CLOCK } from '../../config/timings.ts'
import { eventually } from '../../testing/eventually.ts'
import { heldClock, quickWait } from '../../testing/held-clock.ts'
import { JSON_BODY } from '../../testing/test-gateway.ts'
import { EventChanges } from './event-changes.ts'
import { versionStream } from './event-stream.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { RANGE } from './testing/events.ts'

const copied = await copiedEventsOfFile([], { clock: { ...REAL_CLOCK, wait: quickWait } })
const { db } = copied.database
const OWNER = { service: copied.service, account: 'acme', tokenKey: '', who: null }
const CHANGES = `/gateway/events/changes?list=${LIST}`

const setVersion = (version: number) =>
  db.updateTable('event_mirror').set({ version }).where('id', '=', copied.mirrorId).execute()

const start = () => {
  const clock = heldClock()
  const changes = new EventChanges({ db, clock, logger: { warn: () => {} } })
  return { clock, changes }
}

/** The data of the first server-sent event, which may come after comments. */
async function firstVersion({ body }: Response): Promise<string> {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const [, data] = /^data: (.*)\n\n/m.exec(text) ?? []
    if (data !== undefined) return data
  }
  throw new Error(`The stream ended without a version: ${text}`)
}

describe('who watches a list', () => {
  test('gets its version at once, and again when it has changed', async () => {
    const { clock, changes } = start()
    const versions: string[] = []
    const unwatch = changes.watch(OWNER, LIST, version => versions.push(version))
    await eventually(() => versions.length === 1)
    expect(await clock.endWait()).toBe(1_000)
    await eventually(() => clock.waiting() === 1)
    expect(versions).toHaveLength(1)
    await setVersion(100)
    await clock.endWait()
    await eventually(() => versions.length === 2)
    unwatch()
    await eventually(() => clock.waiting() === 0)
  })

  test('shares the queries with others on the account', async () => {
    const { clock, changes } = start()
    const versions: string[] = []
    changes.watch(OWNER, LIST, version => versions.push(version))
    await eventually(() => clock.waiting() === 1)
    changes.watch(OWNER, LIST, version => versions.push(version))
    expect([clock.waiting(), new Set(versions).size, versions.length]).toEqual([1, 1, 2])
    changes.stop()
  })

  test('is refused if fifty watch already, until one of them has left', async () => {
    const { changes } = start()
    const watch = () => changes.watch(OWNER, LIST, () => {})
    const leaves = Array.from({ length: 50 }, watch)
    expect(watch).toThrow('429')
    leaves[0]?.()
    watch()
    changes.stop()
  })
})

describe('a stream', () => {
  test('has a comment every 15 seconds, and ends within a minute after the token is refused', async () => {
    const clock = heldClock()
    const stream = versionStream({
      clock,
      signal: new AbortController().signal,
      watch: listener => {
        listener('1')
        return () => {}
      },
      checkCaller: () => Promise.reject(new Error('refused')),
    })
    for (let beat = 0; beat < 4; beat++) expect(await clock.endWait()).toBe(15_000)
    expect(await text(stream)).toBe('data: {"version":"1"}\n\n:\n\n:\n\n:\n\n:\n\n')
  })

  test('is server-sent events that no proxy holds back', async () => {
    const response = await copied.get(CHANGES)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const first = await firstVersion(response)
    const list = await copied.get(`/gateway/events?${RANGE}`)
    expect(JSON.parse(first)).toEqual({ version: (await list.json()).version })
  })

  test('takes no room from other requests of the account', async () => {
    const streams = await Promise.all(Array.from({ length: 9 }, () => copied.get(CHANGES)))
    expect((await copied.get(`/gateway/events?${RANGE}`)).status).toBe(200)
    for (const { body } of streams) await body?.cancel()
  })

  test('is not sent for HEAD', async () => {
    const headers = { authorization: 'Token acme' }
    const response = await fetch(`${copied.gateway.url}${CHANGES}`, { method: 'HEAD', headers })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('the reading', () => {
  const ask = (body?: object) =>
    fetch(`${copied.gateway.url}/gateway/events/reading${body ? '' : `?${RANGE}`}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Token acme', ...JSON_BODY },
      ...(body && { body: JSON.stringify(body) }),
    })
  const days = { list: LIST, from_date: '2026-11-20', to_date: '2026-11-22' }

  test('says how much of a range has been read', async () => {
    expect(await (await ask()).json()).toMatchObject({ reading: { read: 0, problem: null } })
  })

  test.each(['stop', 'again'])('takes “%s”', async action => {
    expect((await ask({ ...days, action })).status).toBe(200)
  })

  test('takes nothing else', async () => {
    const response = await ask({ ...days, action: 'pause' })
    expect([response.status, Object.keys(await response.json())]).toEqual([400, ['action']])
  })
})

test('streams end when the gateway stops', async () => {
  const response = await copied.get(CHANGES)
  const everything = response.text()
  await copied.gateway.app.close()
  expect(await everything).toMatch(/\n\n$/)
})
