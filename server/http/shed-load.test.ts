import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { answerError } from './answer-error.ts'
import { type LoadLimits, shedLoad } from './shed-load.ts'

const NO_LIMITS = {
  eventLoopDelayMs: 60_000,
  waitingRequests: 100,
  heapBytes: Number.MAX_SAFE_INTEGER,
  sampleMs: 100,
}

const app = () => fastify({ forceCloseConnections: true })
let running: ReturnType<typeof app> | undefined
afterEach(() => running?.close())

/** What `/held` answers, once a test ends the wait. */
let held = Promise.withResolvers<object>()

async function build(limits: LoadLimits) {
  held = Promise.withResolvers()
  running = app()
  running.setErrorHandler(answerError)
  await shedLoad(running, limits)
  const answer = async () => ({ status: 'ok' })
  running.get('/held', () => held.promise)
  running.get('/list', answer)
  running.get('/healthz', { config: { isProbe: true } }, answer)
  running.get('/metrics', answer)
  running.post('/telephony/v1/callers/check/', answer)
  await running.ready()
  return running
}

test('beyond a limit requests are answered 503 in the interface’s shape; spared paths never are', async () => {
  const server = await build({ ...NO_LIMITS, heapBytes: 1 })
  const ask = () => server.inject('/list')
  await eventually(async () => (await ask()).statusCode === 503)
  const shed = await ask()
  expect(shed.headers['retry-after']).toBe('10')
  expect(shed.json()).toEqual({
    detail: 'Redial is overloaded. Try again in a few seconds.',
  })
  for (const path of ['/healthz', '/metrics']) {
    expect((await server.inject(path)).statusCode).toBe(200)
  }
  const check = await server.inject({ method: 'POST', url: '/telephony/v1/callers/check/' })
  expect(check.statusCode).toBe(200)
})

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', '10'],
  ['*/*', undefined],
  ['application/json', undefined],
  [undefined, undefined],
])(
  'only a browser that opens a page loads it again after a refusal: %s',
  async (accept, refresh) => {
    const server = await build({ ...NO_LIMITS, heapBytes: 1 })
    const ask = () => server.inject({ url: '/list', headers: accept ? { accept } : {} })
    await eventually(async () => (await ask()).statusCode === 503)
    expect((await ask()).headers.refresh).toBe(refresh)
  },
)

test('a stall that has ended sheds nothing, however long it was', async () => {
  const server = await build({ ...NO_LIMITS, eventLoopDelayMs: 1, sampleMs: 10 })
  // As short as one tick of the measurement, so that a sample contains none, as after a stall.
  await eventually(() => server.memoryUsage().eventLoopDelay === Number.POSITIVE_INFINITY)
  expect((await server.inject('/list')).statusCode).toBe(200)
})

/** Each sample is above this limit, as on a machine that is far too slow. */
const ALWAYS_LATE = { ...NO_LIMITS, eventLoopDelayMs: 1e-6, sampleMs: 50, waitingRequests: 3 }

test('a slow machine sheds nothing while few requests wait', async () => {
  const server = await build(ALWAYS_LATE)
  await eventually(() => Number.isFinite(server.memoryUsage().eventLoopDelay))
  for (let count = 0; count < 20; count++) {
    expect((await server.inject('/list')).statusCode).toBe(200)
  }
})

test('a late event loop sheds requests while many wait, and no more once they are answered', async () => {
  const server = await build(ALWAYS_LATE)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const waiting = [fetch(`${url}/held`), fetch(`${url}/held`)]
  await eventually(async () => (await fetch(`${url}/list`)).status === 503)
  held.resolve({})
  await Promise.all(waiting)
  await eventually(async () => (await fetch(`${url}/list`)).status === 200)
})
