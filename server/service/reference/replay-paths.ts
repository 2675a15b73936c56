import {
  ReplayItem,
  ReplayItemState,
  ReplayPayloads,
  ReplayRun,
  ReplayRunDetails,
  ReplayRunItem,
} from '../../../contract/replay.ts'
import {
  MAX_CAUSES_ASKED,
  MAX_COMPANIES_LISTED,
  ReplayItemSort,
  ReplayRunCompanies,
  ReplayRunPart,
  ReplayRunSort,
} from '../../../contract/replay-part.ts'
import {
  ReplayHistoryQuery,
  ReplayItemsQuery,
  ReplayPayloadsQuery,
  ReplayRequest,
  ReplayStart,
} from '../../../contract/replay-request.ts'
import {
  type Described,
  INVALID,
  listOf,
  operation,
  PAGES,
  pageRef,
  parameter,
  type Responses,
  refTo,
  requiredParameters,
  type Schema,
  schemaOf,
} from './gateway-operation.ts'

/*
 * The gateway's replays, for the OpenAPI document. They belong to the gateway and not to
 * docs/interface.md, but scripts that read failed events also need to replay them.
 */

type Change = { status?: 200 | 201 } & Pick<Described, 'body' | 'description'>

/** The names by which the paths below refer to them. */
export const REPLAY_SCHEMAS = {
  ReplayItem: schemaOf(ReplayItem),
  ReplayRequest: schemaOf(ReplayRequest, 'input'),
  ReplayRun: schemaOf(ReplayRun),
  ReplayRunDetails: schemaOf(ReplayRunDetails),
  ReplayRunItem: schemaOf(ReplayRunItem),
}

const RUN = refTo('ReplayRunDetails')
const RUN_ID = parameter('id', 'path', { type: 'string', format: 'uuid' }, 'The id of the run.')
const NO_SUCH_RUN: Responses[number] = ['There is no such replay run.', refTo('DetailBody')]
const NO_SUCH_PAGE: Responses[number] = ['There is no such run or page.', refTo('DetailBody')]
const DESCENDING =
  'A column, with "-" before it for descending. Events or runs without a value come last.'
const PART = [
  parameter(
    'company',
    'query',
    schemaOf(ReplayRunPart.shape.company),
    'Only events of this company; empty for events that name none.',
  ),
  parameter(
    'receiver',
    'query',
    schemaOf(ReplayRunPart.shape.receiver),
    'Only events to this receiver, by its host and path; empty for events without one.',
  ),
]
const tag = 'Replays'

export const REPLAY_PATHS = {
  '/gateway/replays': {
    post: operation('Replay failed events', {
      id: 'createReplayRun',
      tag,
      description: [
        'Creates a replay run of events from one of the two lists of failed events, from `from_date` up to but not including `to_date`.',
        '`events` lists them by the `id` that the list has for each, a number or a text, or is "all".',
        'If you give the `page` and `page_size` with which an event was listed, it is found sooner.',
        'With `start` the events are sent as soon as they are loaded. Otherwise the run waits until you start it.',
        'Events that a replay has already delivered to the same receiver are skipped unless `include_delivered` is true.',
        'Events that a person has marked as handled are skipped unless `include_handled` is true.',
      ],
      body: refTo('ReplayRequest'),
      example: {
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: 4711 }, { id: 4712 }],
        start: true,
      },
      responses: {
        201: ['The run. Request it again until its state is "finished".', refTo('ReplayRun')],
        400: INVALID,
        409: [
          'The single event is being sent already, or `seen_run_id` shows that the person has not seen a later delivery or mark as handled. Nothing was sent.',
          refTo('DetailBody'),
        ],
        413: ['The request has more than 4 MiB.', refTo('DetailBody')],
        429: ['Too many other runs of the account are being loaded.', refTo('DetailBody')],
      },
    }),
    get: operation('List replay runs', {
      id: 'listReplayRuns',
      tag,
      description: ['The newest run comes first, unless you give another order.'],
      parameters: [
        parameter('sort', 'query', schemaOf(ReplayRunSort), `${DESCENDING} Default: -created_at.`),
        ...PAGES,
      ],
      responses: {
        200: ['A page of the runs of the account.', pageRef('ReplayRun')],
        400: INVALID,
        404: NO_SUCH_PAGE,
      },
    }),
  },
  '/gateway/replays/{id}': {
    get: operation('Show a replay run', {
      id: 'showReplayRun',
      tag,
      description: [
        'With `company` or `receiver`, a started run has the counts, receivers and causes of that part alone.',
      ],
      parameters: [RUN_ID, ...PART],
      responses: { 200: ['The run and its progress.', RUN], 400: INVALID, 404: NO_SUCH_RUN },
    }),
  },
  '/gateway/replays/{id}/companies': {
    get: operation('Count the events of a replay run by company', {
      id: 'listReplayRunCompanies',
      tag,
      description: [
        `Returns up to ${MAX_COMPANIES_LISTED} companies, those with the most events first. \`company\` is null for events that name none.`,
      ],
      parameters: [RUN_ID],
      responses: { 200: ['The companies.', schemaOf(ReplayRunCompanies)], 404: NO_SUCH_RUN },
    }),
  },
  '/gateway/replays/{id}/items': {
    get: operation('List the events of a replay run', {
      id: 'listReplayRunItems',
      tag,
      description: [
        'Without `sort`, the order is that of the list of failed events. `event_id` is always a text.',
      ],
      parameters: [
        RUN_ID,
        parameter('state', 'query', schemaOf(ReplayItemState), 'Default: all states.'),
        parameter('sort', 'query', schemaOf(ReplayItemSort), DESCENDING),
        parameter(
          'cause',
          'query',
          { type: 'array', items: { type: 'string' }, maxItems: MAX_CAUSES_ASKED },
          'Only events that failed again or were skipped for one of these `causes` of the run.',
        ),
        ...PART,
        ...PAGES,
      ],
      responses: {
        200: ['A page of the events, with each attempt.', pageRef('ReplayRunItem')],
        400: INVALID,
        404: NO_SUCH_PAGE,
      },
    }),
  },
  '/gateway/replays/{id}/payloads': {
    get: operation('Show what a replay run sends', {
      id: 'listReplayPayloads',
      tag,
      description: [
        'Returns the payloads of up to 10 events of the run, as text. Events without one are omitted.',
      ],
      parameters: [RUN_ID, ...requiredParameters(ReplayPayloadsQuery)],
      responses: {
        200: ['The payloads.', schemaOf(ReplayPayloads)],
        400: INVALID,
      },
    }),
  },
  '/gateway/replays/{id}/start': change('startReplayRun', 'Start a replay run that is ready', {
    body: schemaOf(ReplayStart, 'input'),
  }),
  '/gateway/replays/{id}/pause': change('pauseReplayRun', 'Pause a replay run'),
  '/gateway/replays/{id}/resume': change('resumeReplayRun', 'Resume a replay run that is paused', {
    description: [
      'Skips events that another run is sending to the same receiver or has delivered to it since, and those that were marked as handled since.',
    ],
  }),
  '/gateway/replays/{id}/cancel': change('cancelReplayRun', 'Cancel a replay run', {
    description: ['Attempts in flight are finished.'],
  }),
  '/gateway/replays/{id}/discard': change('discardReplayRun', 'Discard a draft run', {
    description: ['Cancels a run that nobody has started. A run that was started continues: 409.'],
  }),
  '/gateway/replays/{id}/again': change('replayAgain', 'Replay the events that failed again', {
    status: 201,
    description: ['Creates a new run of the events that failed again in this one.'],
  }),
  '/gateway/replay-items': {
    get: operation('Show the latest replay of events', {
      id: 'listLatestReplays',
      tag,
      parameters: requiredParameters(ReplayItemsQuery),
      responses: {
        200: ['One item for each event that was replayed.', listOf('ReplayItem')],
        400: INVALID,
      },
    }),
  },
  '/gateway/replay-history': {
    get: operation('Show every replay of an event', {
      id: 'listReplaysOfEvent',
      tag,
      description: ['The first replay comes first.'],
      parameters: requiredParameters(ReplayHistoryQuery),
      responses: {
        200: ['One item for each replay.', listOf('ReplayItem')],
        400: INVALID,
      },
    }),
  },
}

function change(
  id: string,
  summary: string,
  { status = 200, body, description }: Change = {},
): Schema {
  return {
    post: operation(summary, {
      id,
      tag,
      description,
      body,
      parameters: [RUN_ID],
      responses: {
        [status]: [status === 201 ? 'The new run.' : 'The current run.', RUN],
        404: NO_SUCH_RUN,
        409: ['The state of the run does not allow this.', refTo('DetailBody')],
      },
    }),
  }
}
