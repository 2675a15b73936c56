import { describe, expect, test } from 'vitest'
import type { NoticeKind } from '../../../contract/notices/notice.ts'
import { NOTICE_KINDS } from '../../../contract/notices/notice.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { composeConfirmation, composeNotices } from './compose-message.ts'
import type { NoticeFacts, StoredNotice } from './describe-notice.ts'

const READER = {
  origin: 'https://redial.example',
  unsubscribe: 'https://redial.example/gateway/notice-links?code=x',
  times: timesIn('Africa/Johannesburg'),
}
const AT = '2026-11-21T08:00:00Z'

function failing(receiver: string, facts: NoticeFacts = {}, company: string | null = null) {
  return {
    kind: 'failing',
    ...{ receiver, company },
    facts: { count: 7, since: AT, cause: 'Answered 500', ...facts },
  } satisfies StoredNotice
}

test('a subject ends with a whole character, because the database takes no half of one', () => {
  const receiver = `${'a'.repeat(191)}🚗`
  const { subject } = composeNotices([failing(receiver)], READER, false)
  expect(subject.isWellFormed()).toBe(true)
})

test('text that tries markup stays text', () => {
  const name = '<img src=x onerror=alert(1)>&"\'*bold* <!channel> =1+1'
  const { content } = composeNotices(
    [failing('hooks.example', { companies: [name], operator_text: name })],
    READER,
    false,
  )
  expect(content.html).not.toContain('<img')
  expect(content.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;')
  expect(JSON.parse(content.slack).text).not.toMatch(/<(?!https)/)
})

test('a subject has one line, whatever a receiver is called', () => {
  const { subject } = composeNotices(
    [failing('hooks.example\r\nBcc: all@example.com')],
    READER,
    false,
  )
  expect(subject).not.toMatch(/[\r\n]/)
})

test('several notices are counted in the subject', () => {
  const notices: StoredNotice[] = [
    failing('a.example'),
    failing('b.example'),
    { kind: 'recovered', receiver: 'c.example', company: null, facts: { since: AT } },
    { kind: 'not_watched', receiver: null, company: null, facts: { since: AT, until: AT } },
    { kind: 'not_watched', receiver: null, company: null, facts: { since: AT, until: AT } },
  ]
  expect(composeNotices(notices, READER, false).subject).toBe(
    'Redial: 2 receivers are failing, 1 receiver has recovered, 2 other notices',
  )
})

test('a certificate that is the cause is shown with its expiry date', () => {
  const cause = { code: 'certificate-expired', day: '2026-11-20' } as const
  const outcome_of_last = { status: null, error: 'certificate has expired', cause }
  const { content } = composeNotices([failing('hooks.example', { outcome_of_last })], READER, false)
  expect(content.text).toContain('its certificate expired on 20 Nov')
  expect(content.text).toContain('Who can fix it: the operator')
})

test('a failure contact gets neither a path nor a link to Redial', () => {
  const { content } = composeNotices(
    [failing('hooks.example/key/calls', { link: '/failed-calls', operator_text: 'x' }, 'Acme')],
    { ...READER, origin: null },
    false,
  )
  for (const text of [content.text, content.html, content.slack]) {
    expect(text).not.toContain('/key')
    expect(text).not.toContain('Open in Redial')
  }
  expect(content.text).toContain('7 events of Acme failed since')
})

test('a confirmation says who wants it and for which company', () => {
  const about = { company: 'Acme', who: 'Thandi', link: 'https://redial.example/confirm' }
  const { content } = composeConfirmation(about, { ...READER, unsubscribe: null })
  expect(content.text).toContain('Thandi would like Redial to write to you when data for Acme')
  expect(content.text).toContain('https://redial.example/confirm')
})

describe.each(Object.keys(NOTICE_KINDS))('%s', kind => {
  test('has a title and says what a person has to know', () => {
    const facts: NoticeFacts = {
      count: 2,
      since: AT,
      until: AT,
      cause: 'Could not be reached',
      reason: 'Why.',
      run: { id: 'id', name: 'Incident' },
      outcome: { delivered: 1, failed_again: 2, skipped: 3 },
      handed: { by: 'Thandi', to: 'Sipho', kind: 'company', value: 'Acme' },
    }
    const stored = { kind: kind as NoticeKind, receiver: 'hooks.example', company: null, facts }
    const { subject, content } = composeNotices([stored], READER, false)
    expect(subject.length).toBeGreaterThan('Redial: '.length)
    expect(content.text).not.toMatch(/undefined|null|NaN|Invalid/)
  })
})
