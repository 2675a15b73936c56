import { describe, expect, test } from 'vitest'
import { inTurn, isListRequest, type Urgency } from './list-requests.ts'

/** Requests by name, in the order in which they started. Each runs until the test answers it. */
function requests() {
  const begun: string[] = []
  const answers = new Map<string, () => void>()
  return {
    begun,
    send: (name: string, urgency: Urgency = 'foreground', signal?: AbortSignal) =>
      inTurn(
        () => {
          begun.push(name)
          return new Promise<void>(resolve => answers.set(name, resolve))
        },
        { urgency, signal },
      ),
    async answer(...names: string[]) {
      for (const name of names) {
        answers.get(name)?.()
        await settled()
      }
    },
  }
}

/** Promises that can settle do so before the event loop's next turn. */
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('list requests', () => {
  test('are those that read /v1 and /v2', () => {
    expect(isListRequest('GET', '/v1/call_events_fail/?page=2')).toBe(true)
    expect(isListRequest('GET', '/v2/company/')).toBe(true)
    expect(isListRequest('POST', '/v1/blocklist/')).toBe(false)
    expect(isListRequest('GET', '/gateway/replays')).toBe(false)
  })

  test('go two at a time, the others in the order in which they came', async () => {
    const { begun, send, answer } = requests()
    for (const name of ['a', 'b', 'c', 'd']) void send(name)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await answer('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await answer('a', 'c', 'd')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('of the background go one at a time, and after those of the foreground', async () => {
    const { begun, send, answer } = requests()
    void send('export', 'background')
    void send('groups', 'background')
    await settled()
    expect(begun).toEqual(['export'])
    void send('page')
    void send('next page')
    await settled()
    expect(begun).toEqual(['export', 'page'])
    await answer('export')
    expect(begun).toEqual(['export', 'page', 'next page'])
    await answer('page')
    expect(begun).toEqual(['export', 'page', 'next page', 'groups'])
    await answer('next page', 'groups')
  })

  test('aborted before their turn are never sent and block no others', async () => {
    const { begun, send, answer } = requests()
    const given = new AbortController()
    void send('a')
    void send('b')
    const waits = send('c', 'foreground', given.signal)
    void send('d')
    given.abort(new Error('left the page'))
    await expect(waits).rejects.toThrow('left the page')
    await answer('a')
    expect(begun).toEqual(['a', 'b', 'd'])
    await answer('b', 'd')
  })

  test('that fail make room for the next', async () => {
    const { begun, send, answer } = requests()
    const broken = () => inTurn(() => Promise.reject(new Error('no network')), {})
    await expect(Promise.allSettled([broken(), broken(), broken()])).resolves.toHaveLength(3)
    void send('a')
    void send('b')
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await answer('a', 'b')
  })
})
