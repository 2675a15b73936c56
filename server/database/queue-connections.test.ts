import { beforeEach, expect, test } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { startTcpProxy } from '../testing/peers/tcp-proxy.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { DatabaseAway } from './database-fault.ts'
import { QueueConnections } from './job-queue.ts'

const open = closedAfterEach()

let waits: number[]
beforeEach(() => {
  waits = []
})

const LIMITS = {
  size: 1,
  connectMs: 400,
  queryMs: 400,
  observeWait: (ms: number) => void waits.push(ms),
}

async function openThroughProxy() {
  const database = await open(openTestDatabase())
  const url = new URL(database.url)
  const proxy = await open(startTcpProxy(Number(url.port)))
  url.port = String(proxy.port)
  return { proxy, connections: await open(new QueueConnections(url.href, LIMITS)) }
}

const SESSION = 'select pg_backend_pid() as pid'

test('each query reports how long it waited for a connection', async () => {
  const { connections } = await openThroughProxy()
  await Promise.all([connections.executeSql(SESSION), connections.executeSql(SESSION)])
  expect(waits).toEqual([expect.any(Number), expect.any(Number)])
})

test('a transaction that fails leaves the next query a connection of its own', async () => {
  const { connections } = await openThroughProxy()
  const first = await connections.executeSql(SESSION)
  const failed = connections.executeSql('begin; select 1 / 0; commit')
  await expect(failed).rejects.toThrow('division by zero')
  const next = await connections.executeSql(SESSION)
  expect(next.rows).not.toEqual(first.rows)
})

test('a connection whose data gets lost is abandoned', async () => {
  const { proxy, connections } = await openThroughProxy()
  const first = await connections.executeSql(SESSION)
  proxy.swallow()
  await expect(connections.executeSql(SESSION)).rejects.toBeInstanceOf(DatabaseAway)
  proxy.restore()
  const next = await connections.executeSql(SESSION)
  expect(next.rows).not.toEqual(first.rows)
})
