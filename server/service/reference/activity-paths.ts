import {
  ActivityEntry,
  ActivityFilter,
  ActivityPeople,
  ActivitySort,
} from '../../../contract/activity.ts'
import {
  INVALID,
  operation,
  PAGES,
  pageRef,
  parameter,
  refTo,
  type Schema,
  schemaOf,
  withText,
} from './gateway-operation.ts'

export const ACTIVITY_SCHEMAS = { ActivityEntry: openObjects(schemaOf(ActivityEntry)) }

const tag = 'Activity'

const FILTERS = [
  parameter('from', 'query', { type: 'string', format: 'date' }, 'The first day.'),
  parameter('to', 'query', { type: 'string', format: 'date' }, 'The last day, included.'),
  parameter('who', 'query', { type: 'string' }, 'Of the person with this name.'),
  parameter('by', 'query', schemaOf(ActivityFilter.shape.by), 'Of what acted.'),
  parameter('kind', 'query', schemaOf(ActivityFilter.shape.kind), 'Of this kind.'),
]

export const ACTIVITY_PATHS = {
  '/gateway/activity': {
    get: operation('List the activity log', {
      id: 'listActivity',
      tag,
      description: ['The newest entry comes first, unless you give another order.'],
      parameters: [
        parameter('sort', 'query', schemaOf(ActivitySort), 'Default: -at, the newest first.'),
        ...FILTERS,
        ...PAGES,
      ],
      responses: {
        200: ['A page of entries.', pageRef('ActivityEntry')],
        400: INVALID,
        404: ['There is no such page.', refTo('DetailBody')],
      },
    }),
  },
  '/gateway/activity/people': {
    get: operation('List the people with entries in the activity log', {
      id: 'listActivityPeople',
      tag,
      responses: { 200: ['Their names.', schemaOf(ActivityPeople)] },
    }),
  },
  '/gateway/activity/{id}': {
    get: operation('Show an entry of the activity log', {
      id: 'showActivity',
      tag,
      description: ['It has all phone numbers of a blocklist change; lists have the first three.'],
      parameters: [parameter('id', 'path', { type: 'integer' }, 'The id of the entry.')],
      responses: {
        200: ['The entry.', refTo('ActivityEntry')],
        404: ['There is no such entry.', refTo('DetailBody')],
      },
    }),
  },
  '/gateway/activity/file': {
    get: withText(
      operation('Download the activity log', {
        id: 'downloadActivity',
        tag,
        parameters: [
          {
            ...parameter('format', 'query', { type: 'string', enum: ['csv', 'jsonl'] }),
            required: true,
            description: 'CSV, or one JSON object per line.',
          },
          ...FILTERS,
        ],
        responses: { 200: ['The file.', null], 400: INVALID },
      }),
      'The file.',
      ['text/csv', 'application/x-ndjson'],
    ),
  },
}

/** An entry has two schemas. If both were closed, neither would allow the fields of the other. */
function openObjects(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
}
