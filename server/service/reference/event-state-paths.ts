import {
  EventStates,
  EventStatesRequest,
  HandledEventsChanged,
  HandledEventsRequest,
  HandledEventsUndo,
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
  HandledEventsChanged: schemaOf(HandledEventsChanged),
  HandledEventsRequest: schemaOf(HandledEventsRequest, 'input'),
  HandledEventsUndo: schemaOf(HandledEventsUndo, 'input'),
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
      'The gateway reads them from the service, at first where they were listed (`page`). They count as settled from then on. Those that a replay has delivered or that the service does not list are not marked.',
      'HandledEventsRequest',
      {
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: '4711', page: 1 }],
      },
    ),
  },
  '/gateway/handled-events/undo': {
    post: change(
      'unmarkEventsHandled',
      'Take back that failed events were handled elsewhere',
      'They are still missing from then on.',
      'HandledEventsUndo',
      { list: 'call_events_fail', event_ids: ['4711'] },
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

function change(
  id: string,
  summary: string,
  description: string,
  body: keyof typeof EVENT_STATE_SCHEMAS,
  example: Schema,
): Schema {
  return operation(summary, {
    id,
    tag,
    description: [description],
    body: refTo(body),
    example,
    responses: {
      200: ['What was changed.', refTo('HandledEventsChanged')],
      400: INVALID,
    },
  })
}
