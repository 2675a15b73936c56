import { expect, test } from 'vitest'
import type { FollowUp, FollowUpKey } from '../../../contract/follow-up.ts'
import { handedOverLink } from '../../../contract/notices/notice.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import {
  describeHandOvers,
  lastInformed,
  ownerName,
  shortName,
  summarise,
  summariseOwner,
  summariseRelated,
  takerOf,
} from './messages.ts'

const CONTEXT = { times: timesIn('Africa/Johannesburg'), last: null, me: 'Thandi' }

function followUp(change: Partial<FollowUp> = {}): FollowUp {
  return {
    ...{ kind: 'receiver', value: 'hooks.example/acme', owner: null, state: 'open' },
    ...{ recurred_at: null, ticket_url: null, version: 1, changed: null, informed: null },
    ...{ notes: 0, language: null },
    ...change,
  }
}

const informed = (at: string) => ({
  at,
  who: 'Lerato',
  text: '3 calls not delivered, 21 November 2026',
})
const AT = '2020-11-21T07:19:00+02:00'

test.each([
  [null, ''],
  ['2020-11-21T07:18:59+02:00', ''],
  ['2020-11-21T05:19:01Z', ', before newer failures'],
])(
  'a mark says about what the customer was informed, and whether events failed later: %s',
  (last, end) => {
    expect(summarise(followUp({ informed: informed(AT) }), { ...CONTEXT, last })).toEqual([
      `customer informed ${CONTEXT.times.brief(AT)} by Lerato (3 calls not delivered, 21 November 2026)${end}`,
    ])
  },
)

test('a follow-up that a new failure reopened says when that was', () => {
  expect(summarise(followUp({ recurred_at: AT }), CONTEXT)).toEqual([
    `failed again ${CONTEXT.times.brief(AT)}, after it was done`,
  ])
})

test('of the marks of a receiver and its company, the newest counts, and the company is named', () => {
  const company = { kind: 'company', value: 'Acme Cars' } as const
  const own = followUp({ informed: informed(AT) })
  const later = followUp({ ...company, informed: informed('2020-11-21T08:00:00+02:00') })
  const earlier = followUp({ ...company, informed: informed('2020-11-20T08:00:00+02:00') })
  expect(lastInformed([own, earlier])).toMatchObject({ at: AT, about: null })
  expect(lastInformed([own, later])).toMatchObject({ about: 'Acme Cars' })
  expect(lastInformed([null, earlier])).toMatchObject({ about: 'Acme Cars' })
  expect(lastInformed([followUp(), null])).toBeUndefined()
})

test.each([
  ['Thandi', 'Sipho', ['Taken by you']],
  ['Sipho', 'Thandi', ['Taken by Sipho']],
  ['Thandi', 'Thandi', []],
  ['Thandi', null, []],
  [null, 'Sipho', []],
])(
  'a line names %s, who has taken the receiver, before %s, who has taken its company: %j',
  (own, company, text) => {
    const ofCompany = followUp({ kind: 'company', value: 'Acme Cars', owner: company })
    expect(summariseOwner(followUp({ owner: own }), [ofCompany], CONTEXT.me)).toEqual(text)
  },
)

test('a person is called “you” in what they have taken', () => {
  expect(ownerName('Thandi', 'Thandi')).toBe('you')
  expect(summariseRelated(followUp({ owner: 'Thandi', state: 'waiting' }), CONTEXT)).toBe(
    'hooks.example/acme: taken by you, waiting for the customer',
  )
  expect(summariseRelated(followUp({ owner: 'Sipho', notes: 1 }), CONTEXT)).toBe(
    'hooks.example/acme: taken by Sipho, 1 note',
  )
  expect(summariseRelated(followUp(), CONTEXT)).toBe('')
})

test('the address of a receiver has letters instead of their escapes', () => {
  const value = 'hooks.example/m%C3%BCller'
  const byLerato = { at: AT, who: 'Lerato' }
  const mine = followUp({ value, owner: 'Thandi', changed: byLerato })
  expect(summariseRelated(mine, CONTEXT)).toMatch(/^hooks\.example\/müller: /)
  const informedOf = followUp({ value, informed: informed(AT) })
  expect(lastInformed([null, informedOf])?.about).toBe('hooks.example/müller')
  expect(describeHandOvers([mine], 'Thandi', null, [], () => [])).toMatch(
    /^hooks\.example\/müller is yours/,
  )
})

test('whoever has taken all companies of a receiver deals with it, unless it has its own owner', () => {
  const receiver = { kind: 'receiver', value: 'hooks.example/acme' } as const
  const company = (value: string) => ({ kind: 'company' as const, value })
  const taken = (value: string, owner: string) => followUp({ ...company(value), owner })
  const [acme, bela] = [company('Acme Cars'), company('Bela Motors')]
  const ofSipho = taken('Acme Cars', 'Sipho')
  expect(takerOf([ofSipho], receiver, [acme])).toBe('Sipho')
  expect(takerOf([followUp(), ofSipho], receiver, [acme])).toBe('Sipho')
  expect(takerOf([followUp({ owner: 'Thandi' }), ofSipho], receiver, [acme])).toBe('Thandi')
  expect(takerOf([ofSipho, taken('Bela Motors', 'Sipho')], receiver, [acme, bela])).toBe('Sipho')
  expect(takerOf([ofSipho, taken('Bela Motors', 'Thandi')], receiver, [acme, bela])).toBeNull()
  expect(takerOf([ofSipho], receiver, [acme, bela])).toBeNull()
  expect(takerOf([ofSipho], receiver)).toBeNull()
  expect(takerOf([followUp({ owner: 'Sipho' })], acme, [receiver])).toBeNull()
})

test('a person learns what colleagues have handed over since their last visit, or in their first one', () => {
  const since = '2020-11-21T08:00:00+02:00'
  const changed = (who: string, at = '2020-11-21T07:00:00Z') =>
    followUp({ owner: 'Thandi', changed: { who, at } })
  const describe = (...all: FollowUp[]) => describeHandOvers(all, 'Thandi', since, [], () => [])
  expect(describe(changed('Sipho'))).toBe('hooks.example/acme is yours. Sipho changed it last.')
  const company = { kind: 'company', value: 'Acme Cars' } as const
  expect(describe(changed('Sipho'), { ...changed('Sipho'), ...company })).toBe(
    'hooks.example/acme and Acme Cars are yours. Sipho changed them last.',
  )
  const both = [changed('Sipho'), { ...changed('Sipho'), ...company }]
  const notice = (key: FollowUpKey, who: string) => ({
    title: `${who} handed it over to you`,
    link: handedOverLink(key),
  })
  const handedOver = [notice(company, 'Sipho'), notice(changed('Sipho'), 'Sipho Nkosi')]
  expect(describeHandOvers(both, 'Thandi', since, handedOver, () => ['Acme Cars'])).toBe(
    'Sipho handed Acme Cars over to you. Acme Cars (hooks.example/acme) is yours. Sipho changed it last.',
  )
  expect(describe(changed('Thandi'))).toBeNull()
  expect(describe(changed('Sipho', '2020-11-21T05:59:59Z'))).toBeNull()
  expect(describe({ ...changed('Sipho'), owner: 'Sipho' })).toBeNull()
  expect(describeHandOvers([changed('Sipho')], 'Thandi', null, [], () => [])).not.toBeNull()
})

test.each([
  ['Naledi', 'Naledi'],
  ['Naledi Mokoena', 'Naledi M.'],
  ['Pieter van der Merwe', 'Pieter v. d. M.'],
])('%s is %s where there is little room', (name, short) => {
  expect(shortName(name)).toBe(short)
})
