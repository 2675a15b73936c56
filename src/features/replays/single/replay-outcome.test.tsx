import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { timesIn } from '../../../../contract/time/times-in.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { isReplayRunning, type Press } from './use-replays.tsx'

type Row = Pick<ComponentProps<typeof ReplayOutcome>['row'], 'replay' | 'state'>

/** What a person sees in the row of an event, below its state, and its text for screen readers. */
function shown(press: Press | undefined, { replay, state }: Row = { replay: null, state: null }) {
  const days = { from_date: '2026-11-21', to_date: '2026-11-22' }
  const target: ReplayTarget = { list: 'call_events_fail', id: '1', ...days, page: 1 }
  const states = new Map([['1', null]])
  const html = renderToStaticMarkup(
    <ReplayOutcome
      row={{ target, replay, state }}
      press={press}
      ofStates={{ states, hasFailed: false, isUnavailable: false }}
      place="row"
    />,
  )
  const [, brief] = /aria-hidden="true">(.*?)</.exec(html) ?? []
  return { brief, text: html.replace(/<span[^>]*aria-hidden.*/, '').replaceAll(/<[^>]*>/g, '') }
}

test('a replay that waits for a busy service says so, and its button is off', () => {
  const problem = 'The service is busy and asks for a pause of 8 seconds.'
  const press: Press = { state: 'starting', problem }
  expect(shown(press)).toEqual({
    text: `Still missing Not sent yet. ${problem}`,
    brief: `Not sent yet. ${problem}`,
  })
  expect(isReplayRunning(press, null)).toBe(true)
})

test.each([
  ['Was already being sent by a replay of Thandi, started on 21 Nov at 14:03.'],
  ['Was already being sent by a replay of Thandi. Nothing was sent.'],
])('a row says in a few words whose replay was faster: %s', detail => {
  const error = new ApiError('conflict', { status: 409, detail })
  expect(shown({ state: 'refused', error })).toEqual({
    text: `Still missing Not started. ${detail}`,
    brief: 'Was already being sent by a replay of Thandi',
  })
})

test('a replay that sent nothing is skipped, which is not a state of the event', () => {
  expect(shown({ state: 'skipped', reason: 'no receiver is set' }).text).toBe(
    'Still missing Skipped: no receiver is set',
  )
})

const AT = '2026-11-21T14:03:00+02:00'
const { exact, brief } = timesIn('UTC')

function replay(state: ReplayItem['state'], status: number | null, who: string | null): ReplayItem {
  const attempt = { at: AT, status, error: null, cause: null, duration_ms: 80, answer: null }
  return {
    ...{ run_id: 'a run', event_id: '1', list: 'call_events_fail', state, who, replays: 1 },
    ...{ receiver_url: null, reason: null, created_at: AT, attempts: [attempt] },
  }
}

test.each([
  [
    replay('delivered', 200, 'Thandi'),
    `Delivered, answered 200 at ${exact(AT)} by Thandi`,
    `${brief(AT)} · Thandi`,
  ],
  [replay('failed_again', null, null), `Failed again at ${exact(AT)}: no answer`, brief(AT)],
  [replay('sending', null, 'Thandi'), 'Being sent…', undefined],
])('a row says in a few words when a replay ended and whose it was (%#)', (item, text, inRow) => {
  expect(shown(undefined, { replay: item, state: null })).toEqual({ text, brief: inRow })
})

test.each([
  ['handled', 'Thandi', `Handled elsewhere at ${exact(AT)} by Thandi`, `${brief(AT)} · Thandi`],
  ['delivered', null, `Delivered at ${exact(AT)}`, brief(AT)],
] as const)(
  'a row says in a few words when an event was %s, and by whom',
  (name, who, text, inRow) => {
    const state = { event_id: '1', state: name, at: AT, who, failure: null, failed_again_at: null }
    expect(shown(undefined, { replay: null, state })).toEqual({ text, brief: inRow })
  },
)
