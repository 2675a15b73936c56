import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { request } from './request.ts'

const Answer = z.object({
  results: z.array(z.object({ id: z.int(), at: z.iso.date(), state: z.enum(['open', 'shut']) })),
})
const GOOD = { id: 1, at: '2026-11-21', state: 'open' }

/** The URL of a server that answers everything with `body`. */
async function answering(body: unknown): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(body)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}/`
}

test('an answer as it should be is read', async () => {
  const body = { results: [GOOD] }
  await expect(request(Answer, await answering(body))).resolves.toEqual(body)
})

test.each([
  [{ ...GOOD, id: 'x' }, 'results.0.id: expected number'],
  [{ ...GOOD, at: 'today' }, 'results.0.at: not a valid date'],
  [{ ...GOOD, state: 'ajar' }, 'results.0.state: expected one of open, shut'],
])('of %j it is told what is wrong, and where', async (item, detail) => {
  await expect(request(Answer, await answering({ results: [item] }))).rejects.toMatchObject({
    kind: 'unreadable',
    detail,
  })
})
