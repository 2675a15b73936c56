import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EventState } from '../../../../contract/event-state.ts'
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
const LATER = '2026-11-21T15:00:00+02:00'
const { exact, brief } = timesIn('UTC')

/** @param failed_again_at when a replay failed for the last time */
function became(
  state: EventState['state'],
  who: string | null,
  failed_again_at: string | null = null,
): EventState {
  const failure = failed_again_at && { status: 500, error: null, cause: null }
  const at = state === 'sending' ? null : AT
  return { ...{ event_id: '1', state, at, who }, failure: failure || null, failed_again_at }
}

const FAILED = 'answered 500, an error on its side'

test.each([
  [
    became('delivered', 'Thandi'),
    `Delivered, answered 200 at ${exact(AT)} by Thandi`,
    `${brief(AT)} · Thandi`,
  ],
  [became('delivered', null, LATER), `Delivered, answered 200 at ${exact(AT)}`, brief(AT)],
  [became('failed_again', null, AT), `Failed again at ${exact(AT)}: ${FAILED}`, brief(AT)],
  [became('sending', null), 'Being sent…', undefined],
  [
    became('handled', 'Thandi', LATER),
    `Handled elsewhere at ${exact(AT)} by Thandi`,
    `${brief(AT)} · Thandi`,
  ],
])(
  'a row says in a few words what became of an event, when and by whom (%#)',
  (state, text, inRow) => {
    expect(shown(undefined, { replay: null, state })).toEqual({ text, brief: inRow })
  },
)

test('a handled event that was sent anyway and failed says so after the click', () => {
  const press: Press = { state: 'started', runId: 'a run' }
  expect(shown(press, { replay: null, state: became('handled', null, LATER) })).toEqual({
    text: `Handled elsewhere at ${exact(AT)}. Failed again at ${exact(LATER)}: ${FAILED}`,
    brief: 'Failed again',
  })
  const { text } = shown(press, {
    replay: null,
    state: became('handled', null, '2026-11-21T12:00:00Z'),
  })
  expect(text).toBe(`Handled elsewhere at ${exact(AT)}`)
})
