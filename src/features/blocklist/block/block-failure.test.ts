import { describe, expect, it, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { NO_NOTE } from '../block-notes.tsx'
import type { ChangeSummary } from '../change/blocklist-change.ts'
import { hasNoBlocklist, splitRefusals } from '../records/blocklist-errors.ts'
import { BlockNumbersFields, placeOf, showBlockFailure } from './block-failure.ts'

describe('BlockNumbersFields', () => {
  it('asks for the name and the reference', () => {
    const read = BlockNumbersFields.safeParse({
      ...NO_NOTE,
      entity_context_name: 'company',
      entity: { name: ' ', reference: '' },
    })
    expect(read.error?.issues.map(issue => issue.path)).toEqual([
      ['entity', 'name'],
      ['entity', 'reference'],
    ])
  })
})

describe('placeOf', () => {
  it.each([
    [['entity_context_name'], 'entity_context_name'],
    [['entity'], 'entity.reference'],
    [['entity', 'name'], 'entity.name'],
    [['entity', 'reference'], 'entity.reference'],
    [['blocked_phone_number_list'], 'root.blocked_phone_number_list'],
    [['blocked_phone_number_list', 9, 'phone_number'], undefined],
    [['entity', 'colour'], undefined],
    [[], undefined],
  ])('places %j at %j', (path, place) => {
    expect(placeOf(path)).toBe(place)
  })
})

describe('splitRefusals', () => {
  it('finds the numbers that errors are about by their index', () => {
    const validation = {
      blocked_phone_number_list: {
        0: ['Odd.'],
        1: { phone_number: ['Too long.', 'Not here.'] },
        9: { phone_number: ['Unknown.'] },
      },
    }
    const failure = new ApiError('invalid', { status: 400, validation })
    expect(splitRefusals(failure, ['27821230001', '27821230002'])).toEqual({
      refused: new Map([
        ['27821230001', 'Odd.'],
        ['27821230002', 'Too long. Not here.'],
      ]),
      others: [{ path: ['blocked_phone_number_list', 9, 'phone_number'], message: 'Unknown.' }],
    })
  })
})

test('numbers that were blocked, refused and not sent are counted', () => {
  const numbers = ['27821230001', '27821230002', '27821230003', '27821230004']
  const validation = { blocked_phone_number_list: [{ phone_number: ['Odd.'] }] }
  const summary = {
    isBlock: true,
    entity: { context: 'company', reference: 'ACME', name: 'Acme Cars' },
    done: numbers.slice(0, 2),
    rest: numbers.slice(2),
    failed: numbers.slice(2, 3),
    failure: new ApiError('invalid', { status: 400, validation }),
    ...{ already: [], unclear: [], isExact: true },
  } as const
  const errors: unknown[] = []
  showBlockFailure(summary, (...error) => void errors.push(error))
  expect(JSON.stringify(errors)).toContain(
    '2 numbers blocked for Acme Cars. 1 number was refused. 1 number is not blocked yet.',
  )
})

it.each([
  [403, 'forbidden'],
  [404, 'not-found'],
] as const)('a Blocklist body of a %i is shown at the reference', (status, kind) => {
  const failure = new ApiError(kind, { status, detail: 'No such dealer.', body: 'blocklist' })
  const errors: unknown[] = []
  const rest = ['27821230001']
  const summary: ChangeSummary = {
    isBlock: true,
    entity: { context: 'company', reference: 'ACME', name: 'Acme Cars' },
    ...{ done: [], rest, failed: rest, already: [], unclear: [], isExact: true },
    failure,
  }
  showBlockFailure(summary, (...error) => void errors.push(error))
  const message = 'You have no company with this reference. The service says: “No such dealer.”'
  expect(errors).toEqual([['entity.reference', { type: 'server', message }]])
})

it.each([
  ['forbidden', 403, true],
  ['not-found', 404, true],
  ['refused', 405, true],
  ['unavailable', 503, false],
] as const)('a list that fails as %s keeps the form closed: %3$s', (kind, status, isClosed) => {
  expect(hasNoBlocklist(new ApiError(kind, { status }))).toBe(isClosed)
})
