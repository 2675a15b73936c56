import { createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type NoticeChoices,
  type NoticeKind,
  USUAL_CHOICES,
} from '../../../contract/notices/notice.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { listen } from '../../testing/peers/listen.ts'
import { startMailServer, type TestMailServer } from '../../testing/peers/test-mail-server.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { addRow, onlyRow, rowsOf, setRows } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { createSender } from '../../webhooks/http/sender.ts'
import { Seals } from '../session/seals.ts'
import { composeTest } from './compose-message.ts'
import { Outbox, type Recipient, webhookSeal } from './outbox.ts'

const MINUTE = 60_000
const START = new Date('2026-11-21T08:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * MINUTE)

const { db } = await closedAfterAll(openTestDatabase())
const seals = new Seals('a secret for tests, of enough characters')
const hook = await closedAfterAll(startReceiver(200))
const settings = { exceptions: [hook.exception], authorities: [hook.ca], deadlineMs: 500 }
const sender = await closedAfterAll(createSender(settings))
let mail = await startMailServer()
afterAll(() => mail.close())
beforeEach(async () => {
  await db.deleteFrom('notice_recipient').execute()
  await db.deleteFrom('notice').execute()
  mail.mails.length = 0
  mail.behave({})
  hook.requests.length = 0
  hook.behave(200)
})

/** What one process has of the outbox. */
const process = (server: Pick<TestMailServer, 'url'> = mail, deadlineMs?: number) =>
  new Outbox({
    ...{ db, seals, sender },
    service: 'service',
    timeZone: 'Africa/Johannesburg',
    mail: { url: server.url, from: 'redial@redial.example', ...(deadlineMs && { deadlineMs }) },
    logger: pino({ level: 'silent' }),
  })

/** What the loops of a process do. */
const send = (outbox: Outbox, now: Date, { signal } = new AbortController()) =>
  Promise.all([outbox.send(now, 'email', signal), outbox.send(now, 'webhook', signal)])

const OWNER = { service: 'service', account: 'account' }

type Change = Partial<Pick<NoticeChoices, 'schedule' | 'daily_at' | 'quiet'>> & {
  email?: string
  webhook?: string
  who?: string
  account?: string
}

async function recipient(change: Change): Promise<Recipient> {
  const { email: _, topics, ...choices } = USUAL_CHOICES
  const id = crypto.randomUUID()
  const { webhook, quiet = null, ...others } = change
  return addRow(db, 'notice_recipient', {
    ...{ ...choices, id, ...OWNER, made_by: id, who: 'Thandi', email: null, ...others },
    webhook: webhook === undefined ? null : seals.seal(webhook, webhookSeal(id)),
    ...{ topics: JSON.stringify(topics), snoozed: '[]', quiet: quiet && JSON.stringify(quiet) },
    ...{ origin: 'https://redial.example', told_until: 0, visited_at: START },
  })
}

/** A message that waits for somebody with this address. */
async function message(change: { email?: string; webhook?: string }): Promise<Outbox> {
  const outbox = process()
  const reader = await recipient(change)
  await outbox.add(db, reader, composeTest(outbox.readerOf(reader)), START)
  return outbox
}

const THANDI = { email: 'thandi@example.com' }

const states = async () => {
  const messages = await rowsOf(db, 'notice_message')
  return messages.map(({ state, attempts }) => `${state} ${attempts}`)
}

test('a server that is away for an hour gets the message once, when it is back', async () => {
  const outbox = await message(THANDI)
  const port = Number(new URL(mail.url).port)
  await mail.close()
  for (let minutes = 0; minutes < 60; minutes += 1) await send(outbox, after(minutes))
  expect((await states())[0]).toMatch(/^waiting [5-9]/)
  mail = await startMailServer(port)
  for (let minutes = 60; minutes < 120; minutes += 1) await send(outbox, after(minutes))
  expect(mail.mails).toHaveLength(1)
  expect((await states())[0]).toMatch(/^sent/)
})

test('greylisting delays the message by a minute', async () => {
  const outbox = await message(THANDI)
  mail.behave({ refusal: [450, '4.7.1 Greylisted, try again later'] })
  await send(outbox, START)
  mail.behave({})
  await send(outbox, after(0.5))
  expect(await states()).toEqual(['waiting 1'])
  await send(outbox, after(1))
  expect(await states()).toEqual(['sent 2'])
})

test('an address that the server refuses is not tried again', async () => {
  const outbox = await message(THANDI)
  mail.behave({ refusal: [550, '5.1.1 No such user'] })
  for (const minutes of [0, 1, 60]) await send(outbox, after(minutes))
  expect(await states()).toEqual(['failed 1'])
  expect(mail.sessions()).toBeGreaterThan(0)
  expect((await onlyRow(db, 'notice_message')).error).toContain('No such user')
})

test.each([
  ['greeting', ['554 no service here']],
  ['EHLO', ['220 here', '550 no']],
  ['MAIL FROM', ['220 here', '250 ok', '530 5.7.0 Must issue a STARTTLS command first']],
])('a message waits for a server that refuses everybody at %s', async (_at, answers) => {
  await message(THANDI)
  const refusing = await startSpeaking(socket => {
    const left = answers.values()
    socket.write(`${left.next().value}\r\n`)
    socket.on('data', () => socket.write(`${left.next().value ?? answers.at(-1)}\r\n`))
  })
  await send(process(refusing), START)
  expect(await states()).toEqual(['waiting 1'])
  await refusing.close()
})

test('a message waits for a server that never comes to an end of its answer', async () => {
  await message(THANDI)
  const slow = await startSpeaking(socket => {
    socket.write('220 here\r\n')
    socket.on('data', () => socket.write('250-more\r\n'))
  })
  await send(process(slow, 500), START)
  expect(await states()).toEqual(['waiting 1'])
  await slow.close()
})

test('a message waits if Redial stops before the server has taken it', async () => {
  await message(THANDI)
  const stop = new AbortController()
  const silent = await startSpeaking(socket => {
    socket.write('220 here\r\n')
    socket.on('data', () => stop.abort())
  })
  await send(process(silent), START, stop)
  expect(await states()).toEqual(['waiting 1'])
  await silent.close()
})

/** A mail server that says what a test wants it to say. */
async function startSpeaking(speak: (socket: Socket) => void) {
  const server = createServer(socket => {
    socket.on('error', () => {})
    speak(socket)
  })
  return {
    url: `smtp://127.0.0.1:${await listen(server)}`,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** A mail server that takes the content and goes away without an answer. */
async function startLosingServer() {
  let contents = 0
  const server = await startSpeaking(socket => {
    socket.write('220 here\r\n')
    socket.on('data', chunk => {
      const line = chunk.toString()
      if (line.endsWith('\r\n.\r\n')) {
        contents += 1
        socket.destroy()
      } else if (line.startsWith('DATA')) socket.write('354 go on\r\n')
      else if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
    })
  })
  return { ...server, contents: () => contents }
}

test('a message whose answer gets lost is not sent again', async () => {
  await message(THANDI)
  const losing = await startLosingServer()
  for (const minutes of [0, 1, 60]) await send(process(losing), after(minutes))
  expect(await states()).toEqual(['unknown 1'])
  expect(losing.contents()).toBe(1)
  await losing.close()
})

test('a message that a dead process was handing over is not sent again', async () => {
  const outbox = await message(THANDI)
  await setRows(db, 'notice_message', {}, { state: 'sending', attempts: 1, next_at: after(5) })
  await send(outbox, after(4))
  expect(await states()).toEqual(['sending 1'])
  await send(outbox, after(6))
  expect(await states()).toEqual(['unknown 1'])
  expect(mail.mails).toEqual([])
})

test('two processes hand a message over once', async () => {
  const outbox = await message(THANDI)
  await Promise.all([send(outbox, START), send(process(), START), send(process(), START)])
  expect(mail.mails).toHaveLength(1)
})

test('a webhook that hangs may have the message, so it is not sent again', async () => {
  const outbox = await message({ webhook: hook.url })
  hook.behave(() => {})
  await send(outbox, START)
  await send(outbox, after(60))
  expect(await states()).toEqual(['unknown 1'])
  expect(hook.requests).toHaveLength(1)
})

test.each([
  [302, 'failed 1'],
  [404, 'failed 1'],
  [204, 'sent 1'],
  [503, 'waiting 1'],
  [429, 'waiting 1'],
])('a webhook that answers %i: %s', async (status, state) => {
  const outbox = await message({ webhook: hook.url })
  hook.behave(status)
  await send(outbox, START)
  expect(await states()).toEqual([state])
})

test('a webhook whose name resolves to a private address gets nothing', async () => {
  const outbox = await message({ webhook: `https://localhost:${hook.port + 1}/hook` })
  await send(outbox, START)
  expect(await states()).toEqual(['failed 1'])
})

/** A notice of the account with a key of its own. */
const addNotice = (
  key: string,
  kind: NoticeKind,
  receiver: string | null,
  facts: object = { count: 5, since: START.toISOString() },
  account = OWNER.account,
) =>
  addRow(db, 'notice', {
    ...{ ...OWNER, account, company: null, at: START, key, kind, receiver },
    facts: JSON.stringify(facts),
  })

/** Redial sees that these receivers fail. */
async function failingNow(receivers: string[]): Promise<void> {
  const since = START.toISOString()
  const entry = { since, isSilent: false, remindedAt: null, okSince: null, recoveredAt: null }
  await db.deleteFrom('notice_watch').execute()
  await addRow(db, 'notice_watch', {
    ...{ ...OWNER, made_by: 'key', sealed: null, who: null },
    ...{ started_at: START, visited_at: START, next_look_at: START },
    state: JSON.stringify({
      receivers: Object.fromEntries(receivers.map(receiver => [receiver, entry])),
    }),
  })
}

test('quiet hours hold notices, and then one message leaves out what has resolved', async () => {
  const outbox = process()
  // In the zone of the service, where the tests begin at 10:00.
  await recipient({ ...THANDI, quiet: { from: '10:00', until: '12:00' } })
  await addNotice('1', 'failing', 'acme.example')
  await addNotice('2', 'failing', 'bela.example')
  await failingNow(['acme.example', 'bela.example'])
  await outbox.compose(START)
  expect(await states()).toEqual([])
  await addNotice('3', 'recovered', 'acme.example')
  await failingNow(['bela.example'])
  await outbox.compose(after(119))
  expect(await states()).toEqual([])
  await outbox.compose(after(120))
  await outbox.compose(after(125))
  expect((await onlyRow(db, 'notice_message')).subject).toBe('Redial: bela.example is failing')
})

test('a message that can’t be composed holds up nobody else’s', async () => {
  const outbox = process()
  await recipient(THANDI)
  await addNotice('8', 'failing', 'acme.example')
  await failingNow(['acme.example'])
  await recipient({ email: 'pieter@example.com', account: 'odd' })
  await addNotice('9', 'run_finished', null, { first_events: 5 }, 'odd')
  await outbox.compose(START)
  expect(await rowsOf(db, 'notice_message')).toHaveLength(1)
})

test('a daily message comes once a day', async () => {
  const outbox = process()
  await recipient({ ...THANDI, schedule: 'daily', daily_at: '11:00' })
  await addNotice('4', 'failing', 'acme.example')
  await failingNow(['acme.example', 'bela.example'])
  await outbox.compose(after(59))
  expect(await states()).toEqual([])
  await outbox.compose(after(60))
  await addNotice('5', 'failing', 'bela.example')
  await outbox.compose(after(90))
  expect(await states()).toHaveLength(1)
  await outbox.compose(after(24 * 60 + 60))
  expect(await states()).toHaveLength(2)
})

test('a person gets only the topics that they chose', async () => {
  const outbox = process()
  const { id } = await recipient(THANDI)
  const topics = JSON.stringify(['certificates'])
  await db.updateTable('notice_recipient').set({ topics }).where('id', '=', id).execute()
  await addNotice('7', 'failing', 'acme.example')
  await failingNow(['acme.example'])
  await outbox.compose(START)
  expect(await states()).toEqual([])
})

test('only the person to whom something was handed over gets a message about it', async () => {
  const outbox = process()
  await recipient(THANDI)
  const sipho = await recipient({ email: 'sipho@example.com', who: 'Sipho' })
  const handed = { kind: 'company', value: 'Acme', by: 'Thandi', to: 'Sipho' }
  await addNotice('10', 'handed_over', null, { handed })
  await outbox.compose(START)
  expect(await rowsOf(db, 'notice_message')).toMatchObject([
    { recipient_id: sipho.id, subject: 'Redial: Thandi handed Acme over to you' },
  ])
})

test('somebody who has not opened Redial for 90 days gets nothing', async () => {
  const outbox = process()
  await recipient(THANDI)
  await addNotice('6', 'failing', 'acme.example')
  await failingNow(['acme.example'])
  await outbox.compose(after(91 * 24 * 60))
  expect(await states()).toEqual([])
})

test('nobody who has unsubscribed meanwhile gets a message', async () => {
  const outbox = await message(THANDI)
  await db.updateTable('notice_recipient').set({ unsubscribed_at: START }).execute()
  await send(outbox, START)
  expect(mail.mails).toEqual([])
  expect(await states()).toEqual(['failed 1'])
})
