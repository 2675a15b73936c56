// Long: each certificate has a process that trusts it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { type ReceiverOptions, startReceiver } from '../../testing/peers/test-receiver.ts'
import { startUpstream } from '../../testing/peers/test-upstream.ts'
import { runRedial } from '../../testing/run-redial.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { signIn, startTestGateway } from '../../testing/test-gateway.ts'

const PATH = '/v1/call_events_fail/'
const OWN = { authorization: 'Token abc' }

/** The gateway's message about a service with this certificate, and what the service received. */
async function askThrough(options: ReceiverOptions) {
  const upstream = await startReceiver((_, response) => void response.end('[]'), options)
  const gateway = await startTestGateway(`https://localhost:${upstream.port}`)
  onTestFinished(async () => {
    await gateway.close()
    await upstream.close()
  })
  const { statusCode, body } = await request(`${gateway.url}${PATH}`, { headers: OWN })
  return { status: statusCode, body: await body.json(), arrived: upstream.requests }
}

test('a certificate from an unknown authority: no token is sent', async () => {
  const { status, body, arrived } = await askThrough({})
  expect(status).toBe(502)
  expect(body).toEqual({ detail: expect.stringContaining('not signed by an authority') })
  expect(arrived).toEqual([])
})

test.each([
  ['expired', 'has expired'],
  ['not yet valid', 'is not valid yet'],
  ['other name', 'is for another name'],
] as const)('a certificate that is %s: no token is sent', async (certificate, expected) => {
  await trustTestAuthority()
  const { status, body, arrived } = await askThrough({ certificate })
  expect(status).toBe(502)
  expect(body).toEqual({ detail: expect.stringContaining(expected) })
  expect(arrived).toEqual([])
})

test('a service that speaks no HTTPS', async () => {
  const upstream = await startUpstream((_, response) => void response.end('[]'))
  const gateway = await startTestGateway(upstream.url.replace('http:', 'https:'))
  onTestFinished(async () => {
    await gateway.close()
    await upstream.close()
  })
  const { statusCode, body } = await request(`${gateway.url}${PATH}`, { headers: OWN })
  expect(statusCode).toBe(502)
  expect(await body.json()).toEqual({ detail: expect.stringContaining('does not speak HTTPS') })
})

test('an additional authority is trusted through NODE_EXTRA_CA_CERTS', async () => {
  const folder = folderOfTest()
  const upstream = await startReceiver((_, response) => void response.end('[]'))
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, upstream.ca)
  const database = await openTestDatabase()
  const redial = await runRedial({
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for tests, of enough characters',
    UPSTREAM_URL: `https://localhost:${upstream.port}/tracking/`,
    NODE_EXTRA_CA_CERTS: authorities,
  })
  onTestFinished(async () => {
    await redial.kill()
    await database.close()
    await upstream.close()
  })
  const cookie = await signIn(redial, { token: 'abc' })
  for (let round = 0; round < 5; round++) {
    const { statusCode, body } = await request(`${redial.url}${PATH}`, { headers: { cookie } })
    expect([statusCode, await body.text()]).toEqual([200, '[]'])
  }
  expect(upstream.requests.map(({ path }) => path)).toEqual([
    `/tracking${PATH}?page_size=1`,
    ...Array.from({ length: 5 }, () => `/tracking${PATH}`),
  ])
  for (const { headers } of upstream.requests) expect(headers.authorization).toBe('Token abc')
  // With one request at a time, at most one spare connection is kept alive.
  expect(upstream.connections()).toBeLessThanOrEqual(2)
})

async function trustTestAuthority() {
  const { ca, close } = await startReceiver()
  await close()
  const before = getCACertificates()
  setDefaultCACertificates([...before, ca])
  onTestFinished(() => setDefaultCACertificates(before))
}
