import { describe, expect, test } from 'vitest'
import { copiedEventsOfFile, LIST } from './testing/copied-events.ts'
import { RANGE } from './testing/events.ts'

const copied = await copiedEventsOfFile([])

describe('the reading', () => {
  const path = '/gateway/events/reading'
  const change = (action: string) =>
    copied.post(path, { list: LIST, from_date: '2026-11-20', to_date: '2026-11-22', action })

  test('says how much of a range has been read', async () => {
    expect(await (await copied.get(`${path}?${RANGE}`)).json()).toMatchObject({
      reading: { read: 0, problem: null },
    })
  })

  test.each(['stop', 'again'])('takes “%s”', async action => {
    expect((await change(action)).status).toBe(200)
  })

  test('takes nothing else', async () => {
    const response = await change('pause')
    expect([response.status, Object.keys(await response.json())]).toEqual([400, ['action']])
  })
})
