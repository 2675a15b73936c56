// Long: a process logs everything that it does at its most verbose level.
import { expect, test } from 'vitest'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'
import { addWaitingDelivery } from '../testing/add-waiting-delivery.ts'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { startTestProxy } from '../testing/peers/test-proxy.ts'
import { type Behaviour, startReceiver } from '../testing/peers/test-receiver.ts'
import { runRedial } from '../testing/run-redial.ts'
import { settingsOn } from '../testing/settings-on.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { TEST_TIMINGS } from '../testing/test-timings.ts'

const open = closedAfterEach()

test('the log at its most verbose level contains no secret and no phone number', async () => {
  // The second attempt succeeds, so that the log has both outcomes.
  let answers = 0
  const behaviour: Behaviour = (_, response) => {
    answers += 1
    response.writeHead(answers === 1 ? 500 : 200).end('thank you, 27825550147')
  }
  const database = await open(openTestDatabase())
  const receiver = await open(startReceiver(behaviour, { certificate: 'other name' }))
  const proxy = await open(startTestProxy())
  const settings = {
    ...settingsOn(database, receiver),
    TELEPHONY_KEY: 'telephony-key-of-at-least-32-characters',
    METRICS_KEY: 'metrics-key-of-at-least-32-characters',
    RECEIVER_PROXY: proxy.url.replace('://', '://redial:proxy-secret@'),
    RETRY_SCHEDULE: '1s',
    LOG_LEVEL: 'trace',
  }
  const payload = JSON.stringify({ caller: '27825550147', tracking_number: '27219990101' })
  const url = `https://other.example:${receiver.port}/hook/path-secret?key=query-secret`
  const { secret: signingSecret } = await addWaitingDelivery(database, url, payload)

  const redial = await runRedial(settings, TEST_TIMINGS)
  const token = 'a'.repeat(40)
  const ask = (path: string, authorization: string) =>
    fetch(`${redial.url}${path}`, { headers: { authorization } })
  const refused = await ask('/v2/company/?search=27825550147', `Token ${token}`)
  await ask('/telephony/v1/tracking_numbers/27219990101/', `Bearer ${settings.TELEPHONY_KEY}`)
  const metrics = await ask('/metrics', `Bearer ${settings.METRICS_KEY}`)
  expect(metrics.status).toBe(200)
  await expect.poll(redial.output, { timeout: 20_000 }).toContain('"msg":"delivered"')
  const counted = await (await ask('/metrics', `Bearer ${settings.METRICS_KEY}`)).text()
  expect(await redial.kill('SIGTERM')).toBe(0)

  expect(receiver.requests.map(request => request.path)).toEqual([
    '/hook/path-secret?key=query-secret',
    '/hook/path-secret?key=query-secret',
  ])
  expect(counted).toContain('redial_attempts_total{kind="delivery",outcome="delivered"} 1')
  expect(counted).toContain('redial_attempts_total{kind="delivery",outcome="refused_status"} 1')
  expect(counted).toContain('redial_attempts_total{kind="replay",outcome="delivered"} 0')
  // The first outcome was recorded before the second attempt.
  expect(counted).toMatch(/^redial_settle_duration_seconds_count\{kind="delivery"\} [1-9]/m)
  const output = redial.output()
  expect(output).toContain('"msg":"waiting"')
  // What an error page shows, an operator finds.
  const id = refused.headers.get(REQUEST_ID_HEADER)
  const lines = output.split('\n').filter(line => line.includes(`"reqId":"${id}"`))
  expect(lines.join('\n')).toMatch(/"path":"[^"]+","status":401/)
  for (const secret of [
    'path-secret',
    'query-secret',
    '27825550147',
    '27219990101',
    token,
    signingSecret.slice('whsec_'.length),
    settings.SESSION_SECRET,
    settings.TELEPHONY_KEY,
    settings.METRICS_KEY,
    'proxy-secret',
    Buffer.from('redial:proxy-secret').toString('base64'),
  ]) {
    expect(output).not.toContain(secret)
    expect(counted).not.toContain(secret)
  }
  expect(counted).not.toContain('other.example')
  expect(proxy.tunnels).not.toEqual([])
}, 60_000)
