import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { CauseCode } from '../cause.ts'
import type { Outcome } from '../event/failure-cause.ts'
import { timesIn } from '../time/times-in.ts'
import { composeMessage, type ReplayNote } from './compose-message.ts'
import { type MessageEvent, readersOf } from './message-event.ts'
import { curlCommand, type MessageOptions, maskNumber } from './message-sections.ts'
import { messageEventWith as event } from './testing/message-event-with.ts'

const TIMES = timesIn('Africa/Johannesburg')
const MASKED = { audience: 'customer', language: 'en', showsCallers: false } as const

const compose = (events: MessageEvent[], options: MessageOptions = MASKED, note?: ReplayNote) =>
  composeMessage(events, { times: TIMES, options, note }).text

test('a message to an operator mentions no signature if the service is foreign', () => {
  const options = { ...MASKED, audience: 'operator' } as const
  const { text } = composeMessage([event()], { times: TIMES, options, isSigned: false })
  expect(text).toContain('Request: POST, Content-Type: application/json.\n')
})

test('one event: what failed, when, why, what to change, and that it will be sent again', () => {
  const text = compose([event()])
  expect(text).toContain(
    'We could not deliver the details of 1 call to your system on Saturday 21 November 2026, 09:00:00 SAST.',
  )
  expect(text).toContain('Company: Müller Motors\nAddress: https://hooks.example/mueller')
  expect(text).toContain(
    'What happened\nYour system (hooks.example/mueller) answered 500, which means',
  )
  expect(text).toContain(
    'What to change\nPlease ask whoever runs your system to find and fix the error that happened at the time below.',
  )
  expect(text).toContain('We have kept the data and will send it again once this is fixed.')
  expect(text).toContain(
    'The call (times in SAST)\n- Call started on 21 Nov at 08:17:21, delivery failed at 09:00:00, caller +27 82 *** **89, call 7001',
  )
  expect(text).not.toContain('curl')
  expect(text).not.toContain('27825550189')
})

test.each(['en', 'af'] as const)(
  'a summary without the list fits into a mail link: %s',
  language => {
    const events = Array.from({ length: 10 }, (_, index) => event({ callId: String(index) }))
    const { text, shorter } = composeMessage(events, {
      times: TIMES,
      options: { ...MASKED, language },
    })
    const [withCauses = '', ...others] = shorter
    const shortest = others.pop() ?? ''
    expect(text).toContain('+27 82')
    for (const one of shorter) {
      expect(one).toMatch(/10 (calls are in the attached file|oproepe is in die aangehegte lêer)\./)
      expect(one).not.toContain('+27 82')
    }
    expect(others).toHaveLength(2)
    for (const one of [withCauses, ...others])
      expect(one).toMatch(/What to change|Wat moet verander/)
    expect(encodeURIComponent(withCauses).length).toBeLessThan(1_800)
    expect(encodeURIComponent(shortest).length).toBeLessThan(200)
  },
)

test.each([
  ['en', /What to change\n- .*restore this address.*\n- .*renew the certificate\./],
  ['af', /Wat moet verander\n- .*hierdie adres te herstel.*\n- .*sertifikaat te hernu\./],
] as const)(
  'a summary says what to change for each cause, however little room a link has: %s',
  (language, changes) => {
    const expired = { status: null, error: 'certificate has expired on 2026-11-20' }
    const events = Array.from({ length: 455 }, (_, index) =>
      event({ outcome: index % 2 === 0 ? { status: 404, error: null } : expired }),
    )
    const options = { ...MASKED, language }
    const [, withoutFacts = '', short] = composeMessage(events, { times: TIMES, options }).shorter
    expect(withoutFacts.match(/What to change|Wat moet verander/g)).toHaveLength(2)
    expect(short).toMatch(changes)
  },
)

test('a mail link has room for what to change for as many causes as a message describes', () => {
  const outcomes = [404, 500, 401, 503, 413].map(status => ({ status, error: null }))
  for (const language of ['en', 'af'] as const) {
    const options = { ...MASKED, language }
    const short = composeMessage(
      outcomes.map(outcome => event({ outcome })),
      { times: TIMES, options },
    ).shorter[2]
    expect(short?.match(/^- /gm)).toHaveLength(5)
    expect(encodeURIComponent(short ?? '').length).toBeLessThan(1_800)
  }
})

test('the same cause at two addresses of one host names each address', () => {
  const missed = { url: 'https://hooks.example/missed-calls', recoveredAt: '2026-11-21T10:00:00Z' }
  const text = compose([event(), event(missed)])
  expect(text).toContain('Your system (hooks.example/mueller) answered 500')
  expect(text).toContain('Your system (hooks.example/missed-calls) answered 500')
})

test('many events: since when, each cause with its share, and the first of its events', () => {
  const events = Array.from({ length: 24 }, (_, index) =>
    event({
      failedAt: `2026-11-21T09:${String(index).padStart(2, '0')}:00+02:00`,
      callId: String(index),
      outcome: index < 2 ? { status: 404, error: null } : { status: 500, error: null },
    }),
  )
  const text = compose(events.toReversed())
  expect(text).toMatch(
    /the details of 24 calls to your system on Saturday 21 November 2026 between 09:00:00 and 09:23:00 SAST/,
  )
  expect(text.indexOf('What happened (22 of 24)')).toBeLessThan(
    text.indexOf('What happened earlier (2 of 24)'),
  )
  expect(text).toContain('at the times below (the first 10 of 22)')
  expect(text).toMatch(
    /The first 10 of 22 calls \(times in SAST\)\n.* at 09:02:00,.*\n- and 12 more\n\n2\. What happened earlier/s,
  )
  expect(text).toMatch(/The calls \(times in SAST\)\n.* at 09:00:00,.*\n.* at 09:01:00,.*\n\n/)
  expect(text).toContain('We have kept the data and will send it again once this is fixed.')
})

describe('the file of a message', () => {
  const messageOf = (about: MessageEvent[]) =>
    composeMessage(about, { times: TIMES, options: MASKED })
  const events = (count: number, change: Partial<MessageEvent> = {}) =>
    Array.from({ length: count }, () => event(change))
  const deliveredAt = '2026-11-22T09:00:00+02:00'

  test.each<[string, MessageEvent[]]>([
    ['of one cause', events(40)],
    [
      'of more causes than a message describes',
      [...Array(7).keys()].flatMap(n => events(9, { outcome: { status: 420 + n, error: null } })),
    ],
    ['that have been delivered', events(40, { deliveredAt })],
    ['of which some have been delivered', [...events(20), ...events(20, { deliveredAt })]],
  ])('lists all events %s', (_, all) => {
    const { file, text } = messageOf(all)
    const whole = file?.() ?? ''
    expect(whole.match(/^- Call started/gm)).toHaveLength(all.length)
    expect(whole).not.toMatch(/The first|more$|other cause|We can send you a file/m)
    expect(text.match(/^- Call started/gm)).toHaveLength(20)
    expect(text).toMatch(/We can send you a file that lists all of them\.\n\nKind regards$/)
  })

  test('is not needed if the text lists all events, however many causes there are', () => {
    const { file, text } = messageOf([
      ...events(19),
      event({ outcome: { status: 404, error: null } }),
    ])
    expect(file).toBeNull()
    expect(text.match(/^- Call started/gm)).toHaveLength(20)
    expect(text).not.toContain('We can send you a file')
  })
})

test('a delivered or handled event leaves nothing to do', () => {
  const delivered = event({ deliveredAt: '2026-11-21T10:30:00+02:00' })
  const text = compose([delivered])
  expect(text).toBe(
    [
      'Hello,',
      'We delivered the details of 1 call to your system on Saturday 21 November 2026, 10:30:00 SAST. Earlier attempts had failed on Saturday 21 November 2026, 09:00:00 SAST.',
      'Company: Müller Motors\nAddress: https://hooks.example/mueller',
      'What happens next\nYour system has confirmed it, so you do not need to do anything.',
      'The call (times in SAST)\n- Call started on 21 Nov at 08:17:21, delivery failed at 09:00:00, delivered at 10:30:00, caller +27 82 *** **89, call 7001',
      'Kind regards',
    ].join('\n\n'),
  )
  expect(compose([delivered, event()])).toContain('We could not deliver')
  const handled = compose([event({ isHandled: true })])
  expect(handled).toMatch(/09:00:00 SAST\. It was dealt with in another way since then\./)
  expect(handled).toContain('We will not send it again. You do not need to do anything.')
  expect(handled).not.toMatch(/Please|kept the data/)
})

test('of events that were delivered or handled, a message says when and how many', () => {
  const changes = [
    { deliveredAt: '2026-11-22T09:00:00+02:00' },
    { deliveredAt: '2026-11-22T10:00:00+02:00', isHandled: true },
    { isHandled: true },
    { isHandled: true },
  ]
  const text = compose(changes.map(event))
  expect(text).toContain(
    'We delivered the details of 2 calls to your system on Sunday 22 November 2026 between 09:00:00 and 10:00:00 SAST.',
  )
  expect(text).toContain('09:00:00 SAST. 2 others were dealt with in another way.')
  expect(text).not.toMatch(/Please|missing/)
})

test('if only some events have arrived, a message counts them and lists the events that are still missing', () => {
  const text = compose([
    event({ deliveredAt: '2026-11-22T09:00:00+02:00', callId: 'arrived' }),
    event({ isHandled: true }),
    event({ isSending: true, callId: 'on its way' }),
    event({ callId: 'missing' }),
  ])
  expect(text).toContain(
    'We could not deliver the details of 4 calls to your system on Saturday 21 November 2026, 09:00:00 SAST. 1 has been delivered since then, 1 was dealt with in another way, 1 is being sent again now and 1 is still missing.',
  )
  expect(text).toContain('The calls that are still missing (times in SAST)\n')
  expect(text).toMatch(/call on its way\n.*call missing/)
  expect(text).not.toContain('call arrived')
})

test.each([
  ['en', 'It will be sent automatically as soon as your system accepts it', 'Please tell us'],
  ['af', 'Dit sal outomaties gestuur word sodra u stelsel dit aanvaar', 'Laat ons asseblief'],
] as const)(
  'a message in "%s" asks for no answer if a standing order has all events',
  (language, sent, ask) => {
    const options = { ...MASKED, language }
    const ordered = event({ isWaiting: true })
    const text = compose([ordered, event({ isSending: true })], options)
    expect(text).toContain(sent)
    expect(text).not.toContain(ask)
    // Somebody has to replay the other one.
    const part = compose([ordered, event()], options)
    expect(part).not.toContain(sent)
    expect(part).toContain(ask)
  },
)

test.each([
  ['en', 'Please tell us when this is fixed.', 'kept the data'],
  ['af', 'Laat ons asseblief weet wanneer dit reg is.', 'data bewaar'],
] as const)(
  'a message in "%s" promises no replay of an event without its payload',
  (language, ask, kept) => {
    const text = compose([event({ lacksPayload: true }), event()], { ...MASKED, language })
    expect(text).toContain(ask)
    expect(text).not.toContain(kept)
  },
)

test('while the rest is being sent, the result follows', () => {
  const text = compose([event({ isSending: true })])
  expect(text).toContain('We will tell you the result when we have sent all of them.')
})

test('calls and AI results of a customer are in one message', () => {
  const text = compose([
    event(),
    event(),
    event({
      list: 'transcription_events_fail',
      callId: 'summary',
      failedAt: '2026-11-21T08:30:00+02:00',
    }),
  ])
  expect(text).toContain('We could not deliver the details of 2 calls and 1 AI result to')
  expect(text).toContain('The calls and AI result (times in SAST)\n- AI result: call started')
  expect(text).toMatch(/- AI result: call started .*, call summary/)
})

test('the page says “AI event” where the message says “AI result”', () => {
  const ai = event({ list: 'transcription_events_fail' })
  const { about, subject } = composeMessage([ai], { times: TIMES, options: MASKED })
  expect(subject).toContain('1 AI result not delivered')
  expect(about).toContain('1 AI event not delivered')
})

test('if there are too many calls and AI results to list, the heading counts them together', () => {
  const ai = event({ list: 'transcription_events_fail' })
  const events = Array.from({ length: 24 }, (_, index) => (index < 15 ? event() : ai))
  expect(compose(events)).toContain('The first 20 of 24 calls and AI results (times in SAST)\n')
  expect(compose(events.slice(5))).toContain('The calls and AI results (times in SAST)\n')
})

test('the technical details have the newest failure, whichever event the sample is', () => {
  const refused = { status: null, error: 'connect ECONNREFUSED 192.0.2.1:443' }
  const text = compose(
    [
      event({ outcome: refused }),
      event({ failedAt: '2026-11-21T09:30:00+02:00', payload: undefined }),
    ],
    { ...MASKED, audience: 'operator' },
  )
  expect(text).toContain('Last failed attempt: HTTP status 500, on 21 Nov, 09:30:00')
  expect(text).toContain('curl')
})

test('an event that a replay could not deliver says when it failed again', () => {
  const text = compose([event({ at: '2026-11-22T10:01:00+02:00' })])
  expect(text).toContain('delivery failed at 09:00:00, failed again on 22 Nov at 10:01:00, caller')
})

test('receivers with the same cause share a description that names them', () => {
  const text = compose([
    event(),
    event({ url: 'https://hooks.example/missed-calls' }),
    event({ outcome: { status: 404, error: null } }),
  ])
  expect(text.match(/What (also )?happened/g)).toHaveLength(2)
  expect(text).toContain(
    'What happened (2 of 3)\nYour system (hooks.example/mueller and hooks.example/missed-calls) answered 500',
  )
})

test('the name and the reason of a replay are in its message', () => {
  const note = { name: 'Müller is back', reason: 'You renewed your certificate.' }
  expect(compose([event()], MASKED, note)).toContain(
    'Replay: Müller is back\nReason: You renewed your certificate.',
  )
})

describe('the subject', () => {
  const subject = (events: MessageEvent[], options: MessageOptions = MASKED) =>
    composeMessage(events, { times: TIMES, options }).subject
  const late = event({ failedAt: '2026-11-22T09:00:00+02:00' })
  const arrived = event({ deliveredAt: '2026-11-22T09:00:00+02:00' })
  const handled = event({ isHandled: true })
  const AI = 'transcription_events_fail'

  test.each([
    ['Müller Motors: 1 call not delivered, 21 November 2026', [event()]],
    ['Müller Motors: 2 calls not delivered, 21 to 22 November 2026', [event(), late]],
    ['Müller Motors: 1 of 2 calls not delivered, 21 November 2026', [event(), arrived]],
    ['Müller Motors: 1 call delivered on 22 November 2026', [arrived]],
    [
      'Müller Motors: 1 of 2 calls and 1 of 2 AI results not delivered, 21 November 2026',
      [
        event(),
        arrived,
        event({ list: AI }),
        event({ list: AI, deliveredAt: '2026-11-22T09:00:00+02:00' }),
      ],
    ],
    ['Müller Motors: 1 AI result not delivered, 21 November 2026', [arrived, event({ list: AI })]],
    [
      'Müller Motors: 2 calls delivered from 22 to 23 November 2026',
      [arrived, event({ deliveredAt: '2026-11-23T09:00:00+02:00' }), handled],
    ],
  ])('names the company, the events and the days: %s', (text, events) => {
    expect(subject(events)).toBe(text)
  })

  test('names the receiver to its operator', () => {
    expect(subject([event()], { ...MASKED, audience: 'operator' })).toMatch(
      /^hooks\.example\/mueller: /,
    )
  })

  test('is in the language of the message', () => {
    const af = { ...MASKED, language: 'af' } as const
    expect(subject([event(), late], af)).toBe(
      'Müller Motors: 2 oproepe nie afgelewer nie, 21 tot 22 November 2026',
    )
    expect(composeMessage([arrived], { times: TIMES, options: af }).about).toBe(
      '1 call delivered on 22 November 2026',
    )
    expect(subject([arrived], af)).toBe('Müller Motors: 1 oproep afgelewer op 22 November 2026')
  })
})

test('an operator gets technical details; callers are shown only if a person asks', () => {
  const options = { ...MASKED, audience: 'operator', showsCallers: true } as const
  expect(compose([event()], options)).toContain('"caller_number":"27825550189"')
  const masked = compose([event()], { ...options, showsCallers: false })
  expect(masked).toContain('"caller_number":"00000000000"')
  expect(masked).toContain('Last failed attempt: HTTP status 500, on 21 Nov, 09:00:00')
  expect(masked).not.toContain('27825550189')
})

test('the operator is asked directly, and neither reader is asked to replay', () => {
  const expired = event({ outcome: { status: null, error: 'CERT_HAS_EXPIRED' } })
  const toOperator = compose([expired], { ...MASKED, audience: 'operator' })
  expect(toOperator).toContain('Your receiver (hooks.example/mueller) could not prove its identity')
  expect(toOperator).toContain('What to change\nPlease renew the certificate.')
  expect(compose([expired])).toContain(
    'What to change\nPlease ask whoever runs your system to renew the certificate.',
  )
})

test('a receiver that has recovered since needs no change', () => {
  const recovered = event({ recoveredAt: '2026-11-21T10:30:00+02:00' })
  const text = compose([recovered, recovered])
  expect(text).toContain(
    'What to change\nNothing. Your system has accepted our requests since then, most recently on Saturday 21 November 2026, 10:30:00 SAST.',
  )
  expect(text).toContain('We have kept the data and will send it again. You do not need to reply.')
  expect(text).not.toMatch(/Please/)
})

test('what the reader has to change comes before what is over, and only that has to be reported', () => {
  const expired = event({
    outcome: { status: null, error: 'certificate has expired on 2026-11-20' },
    failedAt: '2026-11-21T08:00:00+02:00',
  })
  const over = { url: 'https://over.example/hook', recoveredAt: '2026-11-21T10:30:00+02:00' }
  const recovered = [404, 503].map(status => event({ ...over, outcome: { status, error: null } }))
  const waiting = event({ isWaiting: true })
  const text = compose([...recovered, waiting, event(), expired])
  expect(text.match(/^\d.*|^Nothing|^Please ask/gm)).toEqual([
    '1. What happened (2 of 5)',
    'Please ask',
    '2. What happened earlier (1 of 5)',
    'Nothing',
    '3. What happened earlier (1 of 5)',
    'Nothing',
    '4. What happened earlier (1 of 5)',
    'Nothing',
  ])
  expect(text).toContain(
    'Please tell us when the changes above are made, and we will send 2 again. You do not need to tell us about the other 3: we will send them as soon as your system accepts them.',
  )
  const ofOne = compose([event(), ...recovered.slice(1)])
  expect(ofOne).toContain('the other one: we will send it as soon as your system accepts it.')
})

test('each cause says what to change, although it is the same', () => {
  const recoveredAt = '2026-11-21T10:30:00+02:00'
  const text = compose([
    event({ recoveredAt }),
    event({ recoveredAt, outcome: { status: 404, error: null } }),
  ])
  expect(text.match(/What (also )?happened/g)).toHaveLength(2)
  expect(text.match(/What to change\nNothing/g)).toHaveLength(2)
})

test('a delivery that failed on another day than its call has its day', () => {
  const late = event({ startedAt: '2026-11-20T23:59:00+02:00' })
  const text = compose([late])
  expect(text).toContain(
    'Call started on 20 Nov at 23:59:00, delivery failed on 21 Nov at 09:00:00,',
  )
  const unknown = compose([event({ startedAt: null })])
  expect(unknown).toContain('- Delivery failed on 21 Nov at 09:00:00, caller')
})

test('events are listed by time, in whatever zone each is written', () => {
  const utc = event({ failedAt: '2026-11-21T07:30:00Z', callId: 'second' })
  const text = compose([utc, event({ callId: 'first' })])
  expect(text).toMatch(/call first\n.*call second/)
  expect(text).toContain('on Saturday 21 November 2026 between 09:00:00 and 09:30:00 SAST')
})

test.each([
  [6, 'There is 1 other cause.'],
  [7, 'There are 2 other causes.'],
])('of %i causes, five are described', (count, sentence) => {
  const events = Array.from({ length: count }, (_, index) =>
    event({ outcome: { status: 420 + index, error: null } }),
  )
  expect(compose(events)).toContain(sentence)
})

test('a cause that several receivers have is counted once, although there is nothing to do for some', () => {
  const events = [1, 2, 3, 4, 5, 6, 7].flatMap(index => {
    const outcome = { status: 420 + index, error: null }
    const recoveredAt = `2026-11-21T1${index}:00:00+02:00`
    return [event({ outcome }), event({ outcome, url: 'https://other.example', recoveredAt })]
  })
  expect(compose(events)).toContain('There are 2 other causes.')
})

const OUTCOMES: Outcome[] = [
  ...[200, 204, 301, 302, 401, 404, 405, 410, 413, 415, 422, 429, 500, 503, 601, 103].map(
    status => ({ status, error: null }),
  ),
  ...CauseCode.options.map(code => ({ status: null, error: 'something', cause: { code } })),
  { status: null, error: 'something else' },
  { status: null, error: '' },
]

test.each(OUTCOMES)(
  '$status $error $cause.code is explained to each reader, not to the account manager',
  outcome => {
    for (const audience of ['customer', 'operator'] as const) {
      const text = compose([event({ outcome })], { ...MASKED, audience })
      expect(text).toMatch(/What to change\n(Please|Nothing)/)
      expect(text).not.toMatch(/replay|\bevents?\b|Ask them|Müller Motors’|undefined/i)
      expect(text).not.toMatch(/\S {2}|\.\./)
    }
  },
)

/** Words that no Afrikaans text has. */
const ENGLISH_WORDS =
  /\b(the|and|not|your|which|please|nothing|answered|certificate|seconds?|today|failed|again|delivery|Saturday|call|undefined|null)\b|[{}]/i

test.each(OUTCOMES)('$status $error $cause.code is explained in Afrikaans', outcome => {
  for (const audience of ['customer', 'operator'] as const) {
    const about = event({ outcome, payload: undefined })
    const text = compose([about], { ...MASKED, audience, language: 'af' })
    expect(text).toMatch(/Wat moet verander\n(Vra asseblief|Ons versoek u|Antwoord|Niks nie)/)
    expect(text.replace('something else', '').replace('something', '')).not.toMatch(ENGLISH_WORDS)
    expect(text).not.toMatch(/\S {2}|\.\./)
  }
})

test('a message in Afrikaans', () => {
  const outcome = { status: null, error: 'certificate has expired on 2026-11-20' }
  const events = [
    event({ outcome: { status: 503, error: null } }),
    event({ outcome, failedAt: '2026-10-20T09:00:00+02:00', startedAt: null, caller: null }),
  ]
  expect(compose(events, { ...MASKED, language: 'af' })).toBe(
    [
      'Goeiedag',
      'Ons kon die besonderhede van 2 oproepe tussen Dinsdag 20 Oktober 2026, 09:00:00 SAST en Saterdag 21 November 2026, 09:00:00 SAST nie by u stelsel aflewer nie.',
      'Maatskappy: Müller Motors\nAdres: https://hooks.example/mueller',
      '1. Wat het gebeur (1 van 2)\nU stelsel (hooks.example/mueller) het met 503 geantwoord, wat beteken dat dit buite werking of oorlaai was. Dit was op 21 Nov, 09:00:00.',
      'Wat moet verander\nVra asseblief die mense wat u stelsel bedryf om na te gaan of dit weer werk.',
      'Die oproep (tye in SAST)\n- Oproep begin op 21 Nov om 08:17:21, aflewering misluk om 09:00:00, beller +27 82 *** **89, oproep 7001',
      '2. Wat het vroeër gebeur (1 van 2)\nU stelsel (hooks.example/mueller) kon nie sy identiteit bewys nie: sy sertifikaat het verval. Dit was op 20 Okt, 09:00:00.',
      'Wat moet verander\nNiks nie: dit is sedert 20 Okt, 09:00:00 nie weer gesien nie. Latere versoeke aan u stelsel het verder gekom.',
      'Die oproep (tye in SAST)\n- Aflewering misluk op 20 Okt om 09:00:00, oproep 7001',
      'Wat nou gebeur\nOns het die data bewaar en sal dit weer stuur sodra dit reg is. Laat ons asseblief dan weet.',
      'Vriendelike groete',
    ].join('\n\n'),
  )
})

test('numbers, days and causes are written as in Afrikaans', () => {
  const events = Array.from({ length: 1_200 }, () =>
    event({ outcome: { status: null, error: 'x', cause: { code: 'timeout', seconds: 1 } } }),
  )
  const text = compose(events, { ...MASKED, language: 'af' })
  expect(text).toContain('die besonderhede van 1\u00a0200 oproepe op Saterdag 21 November')
  expect(text).toContain('het nie binne 1 sekonde geantwoord nie.')
  expect(text).toContain('Die eerste 20 van 1\u00a0200 oproepe (tye in SAST)')
  expect(text).toContain('- en nog 1\u00a0180')
  const expired = { code: 'certificate-expired', day: '2026-03-03' } as const
  const cause = compose([event({ outcome: { status: null, error: 'x', cause: expired } })], {
    ...MASKED,
    language: 'af',
  })
  expect(cause).toContain('sy sertifikaat het op 3 Maart 2026 verval.')
})

test.each([
  'answered in a form that is not valid HTTP, and may have the event',
  'closed the connection without a complete answer, and may have the event',
  'could not be reached (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
])(
  'a system that answered or may have the data is asked for duplicates, not for access: “%s”',
  error => {
    const text = compose([event({ outcome: { status: null, error } })])
    expect(text).toContain('Please check for duplicates')
    expect(text).not.toMatch(/internet|firewall|could not be reached/)
  },
)

test('events have one reader for each company and each receiver, those with the most events first', () => {
  const events = [
    event({ company: 'Blouberg Auto', url: 'https://hooks.example/blouberg?call=1' }),
    event(),
    event({ company: 'Blouberg Auto', url: 'https://hooks.example/blouberg?call=2' }),
    event({ company: null, url: null }),
  ]
  expect(readersOf(events)).toEqual({
    customer: [
      { name: 'Blouberg Auto', count: 2 },
      { name: 'Müller Motors', count: 1 },
      { name: null, count: 1 },
    ],
    operator: [
      { name: 'hooks.example/blouberg', count: 2 },
      { name: 'hooks.example/mueller', count: 1 },
      { name: null, count: 1 },
    ],
  })
})

test('the caller is masked in the error, the address and the id of the call, too', () => {
  const loud = event({
    url: 'https://hooks.example/082-555-0189',
    outcome: { status: null, error: 'no customer +27 82 555 0189' },
    callId: '27825550189-7001',
  })
  const text = compose([loud], { ...MASKED, audience: 'operator' })
  expect(text).toContain('https://hooks.example/000-000-0000')
  expect(text).toContain('no customer +00 00 000 0000')
  expect(text).not.toMatch(/555\W?0189/)
})

test('unknown facts are left out or called unknown', () => {
  const bare = event({
    company: null,
    url: null,
    outcome: null,
    startedAt: null,
    failedAt: null,
    caller: null,
    callId: null,
  })
  const text = compose([bare], { ...MASKED, audience: 'operator' })
  expect(text).toContain('We could not deliver the details of 1 call to your receiver.')
  expect(text).toContain('- Time unknown')
  expect(text).toContain('Last failed attempt: unknown reason')
  expect(text).not.toMatch(/null|undefined|curl/)
})

describe('the command', () => {
  test.each([
    { name: "O'Reilly" },
    { text: '$(id) `id` "quoted" \\ \n newline' },
    { text: "';id;'" },
  ])('reaches a shell unchanged: %j', payload => {
    const command = curlCommand("https://hooks.example/it's", payload)
    const read = execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\0"')])
    const words = read.toString().split('\0')
    expect(words).toContain("https://hooks.example/it's")
    expect(words).toContain(JSON.stringify(payload))
  })
})

test.each([
  ['+27825550189', '+2782*****89'],
  ['+27 82 555 0189', '+27 82 *** **89'],
  ['anonymous', 'anonymous'],
])('%s is masked as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
})
