import { describe, expect, test } from 'vitest'
import { JSON_BODY } from '../../testing/test-gateway.ts'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { RANGE } from './testing/events.ts'

const copied = await copiedEventsOfFile([])

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
