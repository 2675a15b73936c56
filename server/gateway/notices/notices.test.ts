import { expect, test } from 'vitest'
import type { NoticeChange } from '../../../contract/notices/notice.ts'
import { addDays, dayOf } from '../../../contract/time/calendar-date.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { onlyRow, rowsOf, setRows } from '../../testing/rows.ts'
import { TIME_ZONE } from '../../testing/test-service.ts'
import type { ReplayClient } from '../replays/testing/replay-client.ts'
import { downTo, EVERY_MS, type ItemOptions, noticesOfFile } from './testing/start-notices.ts'

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

const THANDI = { email: 'thandi@example.com' }

/** Somebody with these choices, for whose account Redial watches. */
async function watched(choices: NoticeChange | null = THANDI, token?: string) {
  const somebody = person(token)
  if (choices !== null) await choose(somebody, choices)
  await watch(somebody)
  return somebody
}

/** The service lists so many failed calls, and Redial looks. */
async function fail(
  who: ReplayClient,
  count: number,
  optionsOf = (_id: number): ItemOptions => ({}),
) {
  upstream.items = downTo(count).map(id => item(id, optionsOf(id)))
  await look(who)
}

/** The last of so many messages, once they are sent. */
async function mailText(count = 1) {
  await eventually(() => mail.mails.length >= count)
  return readable(mail.mails.at(-1)?.raw ?? '')
}

test('a receiver that starts failing sends one e-mail and one message to the webhook', async () => {
  const thandi = await watched({ ...THANDI, webhook: hook.url })
  await fail(thandi, 5)
  await eventually(() => mail.mails.length > 0 && hook.requests.length > 0)
  await fail(thandi, 9)
  await look(thandi)
  expect(mail.mails.map(({ to }) => to)).toEqual([['thandi@example.com']])
  expect(hook.requests).toHaveLength(1)
  const text = await mailText()
  expect(text).toContain('Subject: Redial: Acme Motors (hooks.acme.example/calls) is failing')
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
    'Acme Motors (hooks.acme.example/calls) is failing',
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
  const thandi = await watched(null)
  await fail(thandi, 5)
  const listed = await notices.notices(thandi)
  expect(listed.new).toBe(1)
  expect(listed.results.map(({ title }) => title)).toEqual([
    'Acme Motors (hooks.acme.example/calls) is failing',
  ])
  await thandi.send('PATCH', 'notices/settings', { seen_until: listed.results[0]?.id })
  expect((await notices.notices(thandi)).new).toBe(0)
})

test('300 receivers that fail in one minute are one message', async () => {
  const thandi = await watched()
  await fail(thandi, 1_500, id => ({ receiver: `r${id % 300}.example` }))
  const text = await mailText()
  await look(thandi)
  expect(mail.mails).toHaveLength(1)
  expect(text).toContain('Subject: Redial: 300 receivers are failing')
  expect(text).toContain('and 250 more')
})

test('two processes send one message', async () => {
  const thandi = await watched()
  const other = await notices.startProcess()
  await fail(thandi, 5)
  await mailText()
  await look(thandi)
  await other.close()
  expect(mail.mails).toHaveLength(1)
})

test('while nothing changes, a look is one request for each list', async () => {
  const token = 'y'.repeat(40)
  upstream.items = downTo(50).map(id => item(id))
  const thandi = await watched(null, token)
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

const addContact = (who: ReplayClient) =>
  who.send('PUT', 'notices/contacts', { company: 'Acme Motors', email: 'it@acme.example' })

/** A contact who has confirmed, and gets the next message. */
async function addConfirmedContact(who: ReplayClient) {
  await addContact(who)
  await mailText()
  await setRows(notices.database.db, 'notice_recipient', {}, { confirmed_at: notices.now() })
  mail.mails.length = 0
}

test('a failure contact confirms the address first, and gets the counts of the company alone', async () => {
  const thandi = await watched(null)
  const companyOf = (id: number) => ({ company: id === 1 ? 'Bela' : 'Acme Motors' })
  await addContact(thandi)
  const [link = ''] = /http:\S+notice-links\?code=[\w-]+/.exec(await mailText()) ?? []
  await fail(thandi, 5, companyOf)
  expect(mail.mails).toHaveLength(1)
  expect((await fetch(link)).status).toBe(200)
  expect((await settings(thandi)).contacts[0]?.state).toBe('unconfirmed')
  await fetch(link, { method: 'POST' })
  expect((await settings(thandi)).contacts[0]?.state).toBe('confirmed')
  await fail(thandi, 8, companyOf)
  const text = await mailText(2)
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
  const others = ['Bela', '/calls', 'key=', '27825550189', '/failed-calls', 'Open in Redial']
  expect(others.filter(secret => text.includes(secret))).toEqual([])
})

test('a failure contact reads Afrikaans if the account chose it for the company', async () => {
  const thandi = await watched({ ...THANDI, topics: [] })
  const language = { kind: 'company', value: 'Acme Motors', language: 'af' }
  await thandi.send('PUT', 'follow-ups/language', language)
  await addConfirmedContact(thandi)
  await fail(thandi, 5)
  const text = await mailText()
  expect(text).toContain('nie by u stelsel aflewer nie')
  expect(text).toContain('Wat u aan die operateur kan stuur')
  expect(text).toContain('Stop hierdie boodskappe')
  expect(text).toContain('Reply-To: thandi@example.com')
})

test('a failure contact gets what a receiver answered without the path of its URL', async () => {
  const thandi = await watched(null)
  await addConfirmedContact(thandi)
  const error = 'POST https://hooks.acme.example/calls/secret?key=secret gave no answer'
  const attempt = { at: notices.now().toISOString(), status: null, error, duration_ms: 9 }
  await fail(thandi, 5, () => ({ more: { attempts: [attempt] } }))
  const text = await mailText()
  expect(text).toContain('https://hooks.acme.example')
  expect(text).not.toContain('secret')
})

test('no message contains the password in the URL of a receiver', async () => {
  const thandi = await watched()
  await fail(thandi, 5, () => ({ receiver: 'redial:secret@hooks.acme.example' }))
  const text = await mailText()
  expect(text).toContain('Address: https://hooks.acme.example/calls')
  expect(text).not.toContain('secret')
})

test('the link in a message ends the messages without a sign-in, and only when it is confirmed', async () => {
  const thandi = person()
  await choose(thandi, THANDI)
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
  const until = addDays(dayOf(notices.now(), TIME_ZONE), 1)
  await choose(thandi, THANDI)
  const receiver = 'hooks.acme.example/calls'
  await thandi.send('PATCH', 'notices/settings', { snooze: { receiver, until } })
  await watch(thandi)
  await fail(thandi, 5)
  upstream.items = [
    ...downTo(15, 6).map(id => item(id, { receiver: 'bela.example' })),
    ...upstream.items,
  ]
  await look(thandi)
  expect(await mailText()).toContain('Subject: Redial: Acme Motors (bela.example/calls) is failing')
  expect(mail.mails).toHaveLength(1)
  const listed = await notices.notices(thandi)
  expect(listed.new).toBe(2)
  expect(listed.snoozed).toEqual([{ receiver, until }])
  await thandi.send('PATCH', 'notices/settings', { snooze: { receiver, until: null } })
  expect((await notices.notices(thandi)).snoozed).toEqual([])
})

test('a reminder replaces the earlier ones about its receiver in the bell', async () => {
  const thandi = await watched()
  for (let days = 0; days < 3; days++) {
    await fail(thandi, (days + 1) * 5)
    notices.pass(86_400_000)
  }
  const { results } = await notices.notices(thandi)
  expect(results.map(({ kind }) => kind).filter(kind => kind !== 'not_watched')).toEqual([
    'still_failing',
    'failing',
  ])
})

test('a service that does not answer one account holds up no other account', async () => {
  const token = 'z'.repeat(40)
  const [slow, thandi] = [await watched(null, token), await watched(null)]
  const held = Promise.withResolvers<void>()
  upstream.behave(async (request, response) => {
    if (request.headers.authorization === `Token ${token}`) await held.promise
    return upstream.serve(request, response)
  })
  const before = (await settings(slow)).watch.looked_at
  await look(thandi)
  await look(thandi)
  expect((await settings(slow)).watch.looked_at).toBe(before)
  held.resolve()
})

test('the next look comes earlier after one that took long', async () => {
  const thandi = await watched(null)
  let requests = 0
  upstream.behave((request, response) => {
    if (requests++ === 0) notices.pass(22_000)
    return upstream.serve(request, response)
  })
  const before = notices.now().getTime()
  await look(thandi)
  const row = await onlyRow(notices.database.db, 'notice_watch')
  // 22 seconds are 2 more than a look may take.
  expect(row.next_look_at.getTime() - before).toBe(2 * EVERY_MS - 2_000)
})

test('a message that failed for good can be sent again, and one that may have arrived can’t', async () => {
  const thandi = person()
  await choose(thandi, { ...THANDI, webhook: hook.url })
  mail.behave({ refusal: [550, '5.1.1 No such user'] })
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
  const thandi = await watched()
  expect((await settings(thandi)).watch.state).toBe('on')
  await thandi.send('PUT', 'notices/watch', { is_on: false })
  expect((await settings(thandi)).watch.state).toBe('off')
  expect(await rowsOf(notices.database.db, 'notice_watch')).toEqual([])
  expect(await mailText()).toContain('Somebody switched it off.')
})

test('a refused token ends the watch, and people get a message', async () => {
  const thandi = await watched()
  upstream.behave((_request, response) => answer(response, 401, { detail: 'Invalid token.' }))
  notices.pass(EVERY_MS)
  expect(await mailText()).toContain('Subject: Redial: Redial has stopped watching')
  upstream.behave(upstream.serve)
  expect((await settings(thandi)).watch).toMatchObject({
    state: 'ended',
    problem: 'The service no longer accepts the token with which Redial watched.',
  })
})

test('a watch that nobody visits for 90 days ends', async () => {
  const thandi = await watched(null)
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
  const stored = () => rowsOf(notices.database.db, 'receiver_certificate', { receiver })
  await eventually(async () => (await stored()).length > 0)
  await look(thandi)
  const { results } = await notices.notices(thandi)
  expect(results.map(({ title }) => title)).toEqual([`The certificate of ${receiver} has expired`])
})
