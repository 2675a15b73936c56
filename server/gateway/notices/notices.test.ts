import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { SmtpRefusal } from '../../testing/peers/test-mail-server.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { startTestGateway } from '../../testing/test-gateway.ts'
import { downTo, EVERY_MS, noticesOfFile } from './testing/start-notices.ts'

const notices = await noticesOfFile()
const { upstream, mail, hook, item, watch, look, choose, settings } = notices

/** A new person in an account of their own, who gets e-mail. */
let people = 0
const person = (token = String(people++).padStart(40, 'x')) => notices.client(token)

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

test('a receiver that starts failing sends one e-mail and one message to the webhook', async () => {
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
  expect(text).toContain('The first 3 of 10 calls and AI results (times in SAST)')
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

test('a mail server that does not answer holds up no webhook', async () => {
  const [pieter, thandi] = [person(), person()]
  await choose(pieter, { email: 'pieter@example.com' })
  await choose(thandi, { webhook: hook.url })
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  mail.behave({
    onMail() {
      asked.resolve()
      return held.promise
    },
  })
  await pieter.post('notices/test')
  await asked.promise
  await thandi.post('notices/test')
  await eventually(() => hook.requests.length > 0)
  expect((await settings(pieter)).outbox.map(({ state }) => state)).toEqual(['sending'])
  held.resolve()
})

test('the bell says what is new until the person has seen it', async () => {
  const thandi = person()
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  const listed = await notices.notices(thandi)
  expect(listed.new).toBe(1)
  expect(listed.results.map(({ title }) => title)).toEqual(['hooks.acme.example/calls is failing'])
  await thandi.send('PATCH', 'notices/settings', { seen_until: listed.results[0]?.id })
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

test('two processes send one message', async () => {
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
  const token = 'y'.repeat(40)
  const thandi = person(token)
  upstream.items = downTo(50).map(id => item(id))
  await watch(thandi)
  upstream.requests.length = 0
  upstream.proofs.length = 0
  await look(thandi)
  await look(thandi)
  // The account of an earlier test may still be read.
  const own = upstream.requests.filter(({ headers }) => headers.authorization?.endsWith(token))
  const paths = own.map(({ url }) => url?.split('?', 1)[0])
  expect(paths.toSorted()).toEqual([
    '/v1/call_events_fail/',
    '/v1/call_events_fail/',
    '/v1/transcription_events_fail/',
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
  expect(text).toContain('Subject: Redial: Acme Motors: ')
  // The listed calls and AI results of Acme Motors, without that of Bela.
  expect(text).toContain(
    'We could not deliver the details of 7 calls and 7 AI results to your system',
  )
  expect(text).toContain('Your system (hooks.acme.example) answered 500')
  expect(text).toContain('Please ask whoever runs your system to')
  expect(text).toContain('caller +27 82 *** **89, call 2')
  expect(text).toContain('What you can send to the operator')
  expect(text).toContain('Technical details')
  for (const secret of [
    'Bela',
    '/calls',
    'key=',
    '27825550189',
    '/failed-calls',
    'Open in Redial',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('a failure contact reads Afrikaans if the account chose it for the company', async () => {
  const thandi = person()
  const company = 'Acme Motors'
  await choose(thandi, { email: 'thandi@example.com', topics: [] })
  await thandi.send('PUT', 'follow-ups/language', {
    kind: 'company',
    value: company,
    language: 'af',
  })
  await watch(thandi)
  await thandi.send('PUT', 'notices/contacts', { company, email: 'it@acme.example' })
  await notices.database.db
    .updateTable('notice_recipient')
    .set({ confirmed_at: notices.now() })
    .execute()
  mail.mails.length = 0
  upstream.items = downTo(5).map(id => item(id))
  await look(thandi)
  await eventually(() => mail.mails.some(({ raw }) => raw.includes('Redial: Acme')))
  const text = readable(mail.mails.at(-1)?.raw ?? '')
  expect(text).toContain('nie by u stelsel aflewer nie')
  expect(text).toContain('Wat u aan die operateur kan stuur')
  expect(text).toContain('Stop hierdie boodskappe')
  expect(text).toContain('Reply-To: thandi@example.com')
})

test('a failure contact gets what a receiver answered without the path of its URL', async () => {
  const thandi = person()
  await watch(thandi)
  await thandi.send('PUT', 'notices/contacts', { company: 'Acme Motors', email: 'it@acme.example' })
  await notices.database.db
    .updateTable('notice_recipient')
    .set({ confirmed_at: notices.now() })
    .execute()
  mail.mails.length = 0
  const error = 'POST https://hooks.acme.example/calls/secret?key=secret gave no answer'
  const more = {
    attempts: [{ at: notices.now().toISOString(), status: null, error, duration_ms: 9 }],
  }
  upstream.items = downTo(5).map(id => item(id, { more }))
  await look(thandi)
  await eventually(() => mail.mails.some(({ raw }) => raw.includes('Redial: Acme')))
  const text = readable(mail.mails.at(-1)?.raw ?? '')
  expect(text).toContain('https://hooks.acme.example')
  expect(text).not.toContain('secret')
})

test('no message contains the password in the URL of a receiver', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  upstream.items = downTo(5).map(id => item(id, { receiver: 'redial:secret@hooks.acme.example' }))
  await look(thandi)
  await eventually(() => mail.mails.length > 0)
  const text = readable(mail.mails[0]?.raw ?? '')
  expect(text).toContain('Address: https://hooks.acme.example/calls')
  expect(text).not.toContain('secret')
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
  const refused = await thandi.send('PATCH', 'notices/settings', {
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
  const answered = await thandi.send('PATCH', 'notices/settings', {
    ...(await settings(thandi)).choices,
    email,
  })
  expect(answered.status).toBe(400)
})

test('snoozed receivers send no message, and are in the bell', async () => {
  const thandi = person()
  const until = new Date(notices.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  await choose(thandi, { email: 'thandi@example.com' })
  const receiver = 'hooks.acme.example/calls'
  await thandi.send('PATCH', 'notices/settings', { snooze: { receiver, until } })
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
  const listed = await notices.notices(thandi)
  expect(listed.new).toBe(2)
  expect(listed.snoozed).toEqual([{ receiver, until }])
  await thandi.send('PATCH', 'notices/settings', { snooze: { receiver, until: null } })
  expect((await notices.notices(thandi)).snoozed).toEqual([])
})

test('a reminder replaces the earlier ones about its receiver in the bell', async () => {
  const thandi = person()
  await watch(thandi)
  await choose(thandi, { email: 'thandi@example.com' })
  for (let days = 0; days < 3; days++) {
    upstream.items = downTo((days + 1) * 5).map(id => item(id))
    await look(thandi)
    notices.pass(86_400_000)
  }
  const { results } = await notices.notices(thandi)
  expect(results.map(({ kind }) => kind).filter(kind => kind !== 'not_watched')).toEqual([
    'still_failing',
    'failing',
  ])
})

test('a service that does not answer one account holds up no other account', async () => {
  const [slow, thandi] = [person(), person()]
  await watch(slow)
  await watch(thandi)
  const held = Promise.withResolvers<void>()
  const token = `Token ${String(people - 2).padStart(40, 'x')}`
  upstream.behave(async (request, response) => {
    if (request.headers.authorization === token) await held.promise
    return upstream.serve(request, response)
  })
  const before = (await settings(slow)).watch.looked_at
  await look(thandi)
  await look(thandi)
  expect((await settings(slow)).watch.looked_at).toBe(before)
  held.resolve()
})

test('the next look comes earlier after one that took long', async () => {
  const thandi = person()
  await watch(thandi)
  let requests = 0
  upstream.behave((request, response) => {
    if (requests++ === 0) notices.pass(22_000)
    return upstream.serve(request, response)
  })
  const before = notices.now().getTime()
  await look(thandi)
  const row = await notices.database.db
    .selectFrom('notice_watch')
    .select('next_look_at')
    .executeTakeFirstOrThrow()
  // 22 seconds are 2 more than a look may take.
  expect(row.next_look_at.getTime() - before).toBe(2 * EVERY_MS - 2_000)
})

test('a message that failed for good can be sent again, and one that may have arrived can’t', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com', webhook: hook.url })
  mail.behave({
    onRecipient() {
      throw new SmtpRefusal(550, '5.1.1 No such user')
    },
  })
  await thandi.post('notices/test')
  const stateOf = async (to: string) =>
    (await settings(thandi)).outbox.find(one => one.to.includes(to))
  await eventually(async () => (await stateOf('thandi'))?.state === 'failed')
  await eventually(async () => (await stateOf('localhost'))?.state === 'sent')
  mail.behave({})
  const again = async (to: string) =>
    (await thandi.post(`notices/messages/${(await stateOf(to))?.id}`)).status
  expect(await again('localhost')).toBe(409)
  expect(await again('thandi')).toBe(200)
  await eventually(async () => (await stateOf('thandi'))?.state === 'sent')
  expect(await again('thandi')).toBe(409)
  expect(mail.mails).toHaveLength(1)
  // Nobody else's account.
  expect((await person().post(`notices/messages/${(await stateOf('thandi'))?.id}`)).status).toBe(
    409,
  )
})

test('a person ends the watch with one request, Redial forgets the token, and people get a message', async () => {
  const thandi = person()
  await choose(thandi, { email: 'thandi@example.com' })
  await watch(thandi)
  expect((await settings(thandi)).watch.state).toBe('on')
  await thandi.send('PUT', 'notices/watch', { is_on: false })
  expect((await settings(thandi)).watch.state).toBe('off')
  const kept = await notices.database.db.selectFrom('notice_watch').select('sealed').execute()
  expect(kept).toEqual([])
  await eventually(() => mail.mails.length > 0)
  expect(readable(mail.mails[0]?.raw ?? '')).toContain('Somebody switched it off.')
})

test('a refused token ends the watch, and people get a message', async () => {
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

test('there is a notice about a certificate that has expired', async () => {
  const thandi = person()
  const receiver = `localhost:${notices.expired.port}`
  upstream.items = [item(1, { receiver })]
  await watch(thandi)
  // The first look has only seen the receiver.
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
