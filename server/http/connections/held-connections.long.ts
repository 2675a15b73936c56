// Long: hundreds of connections are held without reading.
import { expect, test } from 'vitest'
import { closedAfterAll, closedAfterEach } from '../../testing/closed-after-each.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { getRequest, openRawClient } from '../testing/raw-client.ts'

const opened = closedAfterEach()
const app = await closedAfterAll(startTestApp())

async function list(): Promise<number> {
  const answered = await fetch(`${app.url}/v1/call_events_fail/?page_size=1`, {
    headers: { authorization: `Token ${app.demoToken}` },
  })
  await answered.text()
  return answered.status
}

test.each(['/docs/static/swagger-ui-bundle.js', '/openapi.json'])(
  'one connection that requests %s 300 times and never reads delays no list',
  async path => {
    const client = await opened(openRawClient(app.url))
    await client.send(getRequest(path).repeat(300))
    expect(await list()).toBe(200)
  },
)

test('140 connections that request a file and never read delay no list', async () => {
  for (let at = 0; at < 140; at++) {
    const client = await opened(openRawClient(app.url))
    await client.send(getRequest('/docs/static/swagger-ui-bundle.js').repeat(4))
  }
  expect(await list()).toBe(200)
})

test('140 connections with a valid token whose bodies do not arrive delay no list of the same token', async () => {
  for (let at = 0; at < 140; at++) {
    const client = await opened(openRawClient(app.url))
    await client.send(
      `POST /v1/blocklist/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${app.demoToken}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    )
  }
  expect(await list()).toBe(200)
})
