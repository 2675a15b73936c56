import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { startTestGateway } from '../../testing/test-gateway.ts'
import { downTo, EVERY_MS, noticesOfFile } from './testing/start-notices.ts'

const notices = await noticesOfFile()
const { upstream, mail, hook, item, watch, look, choose, settings } = notices

/** A new person in an account of their own, who gets e-mail. */
let people = 0
const person = () => notices.client(String(people++).padStart(40, 'x'))

/** Lines are folded, and signs outside ASCII are encoded. */
const readable = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString()

test('a receiver that starts failing is told by e-mail and webhook, once', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com', webhook: hook.url })
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  await eventually(() => mail.mails.length > 0 && hook.requests.length > 0)
  upstream.items = downTo(9).map(id => item(id))
  await look(thandi)
  await look(thandi)
  expect(mail.mails.map(({ to }) => to)).toEqual([['thandi@example.com']])
  expect(hook.requests).toHaveLength(1)
  const text = readable(mail.mails[0]?.raw ?? '')
  expect(text).toContain('Subject: Redial: hooks.acme.example/calls is failing')
  expect(text).toContain('Acme Motors’ receiver (hooks.acme.example) answered 500')
  expect(text).toContain('Call: failed on')
  expect(text).toContain('caller +27 82 *** **89, call 1')
  expect(text).toContain(
    'We could not deliver the details of 5 calls and 5 AI results to your receiver',
  )
  expect(text).toContain('/failed-calls?from=')
  expect(text).not.toContain('27825550189')
  expect(text).not.toContain('key=secret')
  expect(JSON.parse(hook.requests[0]?.body ?? '').text).toContain(
    'hooks.acme.example/calls is failing',
  )
  const { outbox } = await settings(thandi)
  expect(outbox.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
})

test('a message leaves with the look that finds the fifth failure', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id))
  const listedAt = notices.now().getTime()
  await look(thandi)
  // No more time passes by the clock of the processes.
  await eventually(() => mail.mails.length > 0)
  expect(notices.now().getTime() - listedAt).toBe(EVERY_MS)
})

test('the bell says what is new until the person has seen it', async () => {
  const thandi = person()
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  const listed = await notices.notices(thandi)
  expect(listed.new).toBe(1)
  expect(listed.results.map(({ title }) => title)).toEqual(['hooks.acme.example/calls is failing'])
  await thandi.post('notices/seen', { id: listed.results[0]?.id })
  expect((await notices.notices(thandi)).new).toBe(0)
})

test('300 receivers that fail in one minute are one message', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  upstream.items = downTo(1_500).map(id => item(id, { receiver: `r${id % 300}.example` }))
  await look(thandi)
  await eventually(() => mail.mails.length > 0)
  await look(thandi)
  expect(mail.mails).toHaveLength(1)
  const text = readable(mail.mails[0]?.raw ?? '')
  expect(text).toContain('Subject: Redial: 300 receivers are failing')
  expect(text).toContain('and 250 more')
})

test('two processes tell once', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  const other = await startTestGateway(upstream.url, {
    database: { ...notices.database, close: async () => {} },
    timings: { noticePollMs: 50 },
    notices: {
      everyMs: EVERY_MS,
      mail: { url: mail.url, from: 'redial@redial.example' },
      today: notices.now,
    },
  })
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  await eventually(() => mail.mails.length > 0)
  await look(thandi)
  await other.close()
  expect(mail.mails).toHaveLength(1)
})

test('while nothing changes, a look is one request for each list', async () => {
  const thandi = person()
  upstream.items = downTo(50).map(id => item(id))
  await watch(thandi)
  upstream.requests.length = 0
  upstream.proofs.length = 0
  await look(thandi)
  await look(thandi)
  const paths = upstream.requests.map(({ url }) => url?.split('?', 1)[0])
  expect(paths).toEqual([
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
  ])
  expect(upstream.proofs).toEqual([])
})

test('a failure contact confirms the address first, and gets the counts of the company alone', async () => {
  const thandi = person()
  await watch(thandi)
  const company = 'Acme Motors'
  await thandi.send('PUT', 'notices/contacts', { company, email: 'it@acme.example' })
  await eventually(() => mail.mails.length === 1)
  upstream.items = downTo(5).map(id => item(id, { company: id === 1 ? 'Bela' : company }))
  await look(thandi)
  expect(mail.mails).toHaveLength(1)
  const link =
    /http:\S+notice-links\?code=[\w-]+/.exec(readable(mail.mails[0]?.raw ?? ''))?.[0] ?? ''
  expect((await fetch(link)).status).toBe(200)
  expect((await settings(thandi)).contacts[0]?.state).toBe('unconfirmed')
  await fetch(link, { method: 'POST' })
  expect((await settings(thandi)).contacts[0]?.state).toBe('confirmed')
  upstream.items = downTo(8).map(id => item(id, { company: id === 1 ? 'Bela' : company }))
  await look(thandi)
  await eventually(() => mail.mails.length === 2)
  const text = readable(mail.mails[1]?.raw ?? '')
  expect(text).toContain('Subject: Redial: hooks.acme.example is failing')
  expect(text).toMatch(/1[0-9] events of Acme Motors failed within an hour/)
  expect(text).not.toContain('Bela')
  expect(text).not.toContain('/calls')
  expect(text).not.toContain('Open in Redial')
})

test('the link in a message ends the messages without a sign-in, and only when it is confirmed', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await thandi.post('notices/test')
  await eventually(() => mail.mails.length === 1)
  // Headers are not encoded as the text is.
  const raw = mail.mails[0]?.raw ?? ''
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const link = /List-Unsubscribe:\s+<(\S+)>/.exec(raw)?.[1] ?? ''
  expect((await fetch(link)).status).toBe(200)
  expect((await settings(thandi)).is_unsubscribed).toBe(false)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect((await settings(thandi)).is_unsubscribed).toBe(true)
  expect((await fetch(link.replace('code=', 'code=A'), { method: 'POST' })).status).toBe(404)
})

test('a webhook’s URL is never shown again, and one at a private address is refused', async () => {
  const thandi = person()
  const { webhook_host } = await choose(thandi, { webhook: `${hook.url}/secret` })
  expect(webhook_host).toBe(new URL(hook.url).host)
  const { body } = await thandi.get('notices/settings')
  expect(JSON.stringify(body)).not.toContain('secret')
  const refused = await thandi.send('PUT', 'notices/choices', {
    ...(await settings(thandi)).choices,
    webhook: 'https://10.0.0.7/hook',
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toHaveProperty('webhook')
})

test.each([
  'a@b.example\r\nBcc: all@example.com',
  'a@b.example, c@d.example',
  'Thandi <a@b.example>',
  'a@localhost\n',
])('the address %j is refused', async email => {
  const thandi = person()
  const answered = await thandi.send('PUT', 'notices/choices', {
    ...(await settings(thandi)).choices,
    email,
  })
  expect(answered.status).toBe(400)
})

test('snoozed receivers send no message, and are in the bell', async () => {
  const thandi = person()
  const until = new Date(notices.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const snoozed = [{ receiver: 'hooks.acme.example/calls', until }]
  await choose(thandi, { email: 'thandi@example.com', snoozed })
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  upstream.items = [
    ...downTo(15, 6).map(id => item(id, { receiver: 'bela.example' })),
    ...upstream.items,
  ]
  await look(thandi)
  await eventually(() => mail.mails.length > 0)
  expect(mail.mails).toHaveLength(1)
  expect(readable(mail.mails[0]?.raw ?? '')).toContain(
    'Subject: Redial: bela.example/calls is failing',
  )
  expect((await notices.notices(thandi)).new).toBe(2)
})

test('a person ends the watch with one request, and Redial forgets the token', async () => {
  const thandi = person()
  await watch(thandi)
  expect((await settings(thandi)).watch.state).toBe('on')
  await thandi.send('DELETE', 'notices/watch')
  expect((await settings(thandi)).watch.state).toBe('off')
  const kept = await notices.database.db.selectFrom('notice_watch').select('sealed').execute()
  expect(kept).toEqual([])
})

test('a refused token ends the watch, and people are told', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  upstream.behave((_request, response) => answer(response, 401, { detail: 'Invalid token.' }))
  notices.pass(EVERY_MS)
  await eventually(() => mail.mails.length > 0)
  expect(readable(mail.mails[0]?.raw ?? '')).toContain(
    'Subject: Redial: Redial has stopped watching',
  )
  upstream.behave(upstream.serve)
  expect((await settings(thandi)).watch).toMatchObject({
    state: 'ended',
    problem: 'The service no longer accepts the token with which Redial watched.',
  })
})

test('a watch that nobody visits for 90 days ends', async () => {
  const thandi = person()
  await watch(thandi)
  notices.pass(91 * 86_400_000)
  await eventually(async () => (await settings(thandi)).watch.state === 'ended')
  expect((await settings(thandi)).watch.problem).toBe('Nobody has opened Redial for 90 days.')
})

test('a certificate that has expired is told', async () => {
  const thandi = person()
  const receiver = `localhost:${notices.expired.port}`
  upstream.items = [item(1, { receiver })]
  await watch(thandi)
  // The first look has only found the receiver.
  await eventually(async () => {
    const stored = await notices.database.db
      .selectFrom('receiver_certificate')
      .selectAll()
      .execute()
    return stored.some(row => row.receiver === receiver)
  })
  await look(thandi)
  const { results } = await notices.notices(thandi)
  expect(results.map(({ title }) => title)).toEqual([`The certificate of ${receiver} has expired`])
})

test('a service that is away for a moment is asked again, and nothing is told', async () => {
  const thandi = person()
  await watch(thandi)
  upstream.behave((_request, response) => answer(response, 400, { detail: 'Away.' }))
  await look(thandi)
  upstream.behave(upstream.serve)
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  expect((await notices.notices(thandi)).results.map(({ kind }) => kind)).toEqual(['failing'])
})
