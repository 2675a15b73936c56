import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { isReplayRunning, type Press } from './use-replays.tsx'

/** What a person sees in the row of an event that no replay has sent, and its text for screen readers. */
function shown(press: Press) {
  const days = { from_date: '2026-11-21', to_date: '2026-11-22' }
  const target: ReplayTarget = { list: 'call_events_fail', id: '1', ...days, page: 1 }
  const states = new Map([['1', null]])
  const html = renderToStaticMarkup(
    <ReplayOutcome
      row={{ target, replay: null, state: null }}
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
