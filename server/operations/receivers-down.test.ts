import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { addTrackingNumber, deliver, startEngine } from '../testing/delivery-engine.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/peers/test-receiver.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { processMetrics } from './process-metrics.ts'

const open = closedAfterEach()

test('the metrics count the receivers that are down, and name none', async () => {
  let status = 500
  const receiver = await open(
    startReceiver((_request, response) => void response.writeHead(status).end()),
  )
  const database = await open(openTestDatabase())
  const registry = new Registry()
  const engine = await open(
    startEngine(database, {
      receivers: [receiver],
      observe: processMetrics(registry).worker('delivery'),
    }),
  )
  const shows = (line: string) =>
    eventually(async () => (await registry.metrics()).split('\n').includes(line))

  const number = await addTrackingNumber(database)
  const urls = ['/a', '/a', '/a', '/b'].map(path => new URL(path, receiver.url).href)
  await shows('redial_receivers_down{kind="delivery"} 0')
  await deliver(database, engine.queue, number.id, urls)
  engine.worker.wake()
  await shows('redial_receivers_down{kind="delivery"} 1')
  status = 200
  await deliver(database, engine.queue, number.id, urls)
  engine.worker.wake()
  await shows('redial_receivers_down{kind="delivery"} 0')
  expect(await registry.metrics()).not.toContain(new URL(receiver.url).host)
})
