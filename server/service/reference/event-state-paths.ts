import {
  EventStates,
  EventStatesRequest,
  HandledEventsChange,
  HandledEventsChanged,
  RecoveredDays,
  RecoveredDaysQuery,
} from '../../../contract/event-state.ts'
import {
  INVALID,
  operation,
  refTo,
  requiredParameters,
  type Schema,
  schemaOf,
} from './gateway-operation.ts'

export const EVENT_STATE_SCHEMAS = {
  EventStates: schemaOf(EventStates),
  EventStatesRequest: schemaOf(EventStatesRequest, 'input'),
  HandledEventsChange: schemaOf(HandledEventsChange, 'input'),
  HandledEventsChanged: schemaOf(HandledEventsChanged),
  SettledDays: schemaOf(RecoveredDays),
}

const tag = 'Event states'

export const EVENT_STATE_PATHS = {
  '/gateway/event-states': {
    post: operation('Show what became of failed events', {
      id: 'showEventStates',
      tag,
      description: [
        'Changes nothing; the ids are too many for an address.',
        'An event that is not in the answer is still missing.',
        '`failure` is how the newest failed replay failed; it is newer than the attempts of the service.',
        'With `known_version`, `results` is null if nothing has changed since that answer.',
      ],
      body: refTo('EventStatesRequest'),
      example: { list: 'call_events_fail', event_ids: ['4711', '4712'] },
      responses: {
        200: ['The events that have a state.', refTo('EventStates')],
        400: INVALID,
      },
    }),
  },
  '/gateway/handled-events': {
    post: change(
      'markEventsHandled',
      'Mark failed events as handled elsewhere',
      'They count as settled from then on. Those that a replay has delivered are not marked.',
    ),
  },
  '/gateway/handled-events/undo': {
    post: change(
      'unmarkEventsHandled',
      'Take back that failed events were handled elsewhere',
      'They are still missing from then on.',
    ),
  },
  '/gateway/settled-days': {
    get: operation('Count the events of each day that are delivered or handled', {
      id: 'countSettledDays',
      tag,
      parameters: requiredParameters(RecoveredDaysQuery),
      responses: {
        200: ['Only days that have such events.', refTo('SettledDays')],
        400: INVALID,
      },
    }),
  },
}

function change(id: string, summary: string, description: string): Schema {
  return operation(summary, {
    id,
    tag,
    description: [description],
    body: refTo('HandledEventsChange'),
    example: { list: 'call_events_fail', event_ids: ['4711'] },
    responses: {
      200: ['What was changed.', refTo('HandledEventsChanged')],
      400: INVALID,
    },
  })
}
