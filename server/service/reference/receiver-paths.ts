import { ReceiverConfirmation } from '../../../contract/fields/service-fields.ts'
import {
  KnownReceiver,
  LateReceiver,
  ReceiverChange,
  ReceiverHealth,
  ReceiverOutcomes,
  ReceiverOutcomesQuery,
  ReceiverSetting,
  ReceiverTestRequest,
  ReceiverTestResult,
} from '../../../contract/receiver.ts'
import {
  INVALID,
  listOf,
  operation,
  parameter,
  refTo,
  requiredParameters,
  schemaOf,
} from './gateway-operation.ts'

export const RECEIVER_SCHEMAS = {
  KnownReceiver: schemaOf(KnownReceiver),
  LateReceiver: schemaOf(LateReceiver),
  ReceiverHealth: schemaOf(ReceiverHealth),
  ReceiverOutcomes: schemaOf(ReceiverOutcomes),
  ReceiverProbe: schemaOf(ReceiverTestResult),
  ReceiverSetting: schemaOf(ReceiverSetting),
}

const tag = 'Receivers'
const NUMBER = parameter(
  'tracking_number',
  'path',
  { type: 'string' },
  'In any usual way of writing it.',
)

export const RECEIVER_PATHS = {
  '/gateway/receivers': {
    get: operation('List the receivers that are set for tracking numbers', {
      id: 'listReceiverSettings',
      tag,
      description: ['Replays of events that name no callback URL go there.'],
      responses: { 200: ['All of them, by tracking number.', listOf('ReceiverSetting')] },
    }),
  },
  '/gateway/receivers/{tracking_number}': {
    put: operation('Set the receiver for replays of a tracking number', {
      id: 'setReceiver',
      tag,
      parameters: [NUMBER],
      body: schemaOf(ReceiverChange, 'input'),
      example: { url: 'https://hooks.example.com/calls' },
      responses: {
        200: ['The receiver is set.', refTo('ReceiverSetting')],
        400: INVALID,
        409: ['10,000 tracking numbers have a receiver already.', refTo('DetailBody')],
      },
    }),
    delete: operation('Remove the receiver for replays of a tracking number', {
      id: 'removeReceiver',
      tag,
      parameters: [NUMBER],
      responses: {
        204: ['It was removed.', null],
        400: INVALID,
        404: ['No receiver is set for the tracking number.', refTo('DetailBody')],
      },
    }),
  },
  '/gateway/receivers/all': {
    get: operation('List all receivers that the account replays to', {
      id: 'listReceivers',
      tag,
      responses: { 200: ['Those that are down come first.', listOf('KnownReceiver')] },
    }),
  },
  '/gateway/receivers/confirmed': {
    post: operation('Confirm receivers', {
      id: 'confirmReceivers',
      tag,
      description: [
        'In front of a foreign service, the first replay to a host that was found in its fields asks for this.',
        '`receivers` are hosts, with the port if it is not 443.',
      ],
      body: schemaOf(ReceiverConfirmation, 'input'),
      example: { receivers: ['hooks.example.com'] },
      responses: { 204: ['They are confirmed.', null], 400: INVALID },
    }),
  },
  '/gateway/receivers/late': {
    get: operation('List receivers whose deliveries are late', {
      id: 'listLateReceivers',
      tag,
      responses: { 200: ['The latest comes first.', listOf('LateReceiver')] },
    }),
  },
  '/gateway/receivers/health': {
    get: operation('Show whether replays to receivers arrive', {
      id: 'showReceiverHealth',
      tag,
      parameters: [
        {
          ...parameter('receiver', 'query', { type: 'array', items: { type: 'string' } }),
          required: true,
          description: 'Receivers by host and path, such as hooks.example.com/calls; 50 at most.',
        },
      ],
      responses: {
        200: ['Those that something was replayed to.', listOf('ReceiverHealth')],
        400: INVALID,
      },
    }),
  },
  '/gateway/receivers/outcomes': {
    get: operation('Show what came of replays to a receiver', {
      id: 'showReceiverOutcomes',
      tag,
      parameters: requiredParameters(ReceiverOutcomesQuery),
      responses: {
        200: ['Counts, and the latest attempts.', refTo('ReceiverOutcomes')],
        400: INVALID,
      },
    }),
  },
  '/gateway/receiver-probes': {
    post: operation('Test a receiver without sending it an event', {
      id: 'testReceiver',
      tag,
      body: schemaOf(ReceiverTestRequest, 'input'),
      example: { url: 'https://hooks.example.com/calls' },
      responses: {
        200: ['How far the test came.', refTo('ReceiverProbe')],
        400: INVALID,
        429: ['Too many receiver tests in a minute.', refTo('DetailBody')],
      },
    }),
  },
}
