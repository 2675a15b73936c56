import { FailedEventList } from '../../../contract/failed-event.ts'
import {
  FieldSample,
  ServiceFields,
  ServiceFieldsChange,
} from '../../../contract/fields/service-fields.ts'
import {
  INVALID,
  listOf,
  operation,
  parameter,
  type Responses,
  refTo,
  schemaOf,
} from './gateway-operation.ts'

export const FIELD_SCHEMAS = {
  FieldSample: schemaOf(FieldSample, 'input'),
  ServiceFields: schemaOf(ServiceFields),
  ServiceFieldsChange: schemaOf(ServiceFieldsChange, 'input'),
}

const tag = 'Fields'
const LIST = parameter('list', 'path', schemaOf(FailedEventList), 'The list of failed events.')
const NOT_CHANGEABLE: Responses[number] = [
  'The service is not a foreign one, or the operator has set its fields (FIELD_MAP).',
  refTo('DetailBody'),
]

export const FIELD_PATHS = {
  '/gateway/fields': {
    get: operation('List how a foreign service names its fields', {
      id: 'listServiceFields',
      tag,
      description: ['A list that is not in the answer has the standard names.'],
      responses: { 200: ['The lists whose fields are known.', listOf('ServiceFields')] },
    }),
  },
  '/gateway/fields/{list}/recognize': {
    post: operation('Recognise how a foreign service names the fields of a list', {
      id: 'recognizeServiceFields',
      tag,
      description: [
        'The gateway reads the page with the caller’s token. Recognised fields never replace what a person set.',
      ],
      parameters: [LIST],
      body: refTo('FieldSample'),
      responses: {
        200: ['The fields.', refTo('ServiceFields')],
        400: INVALID,
        409: NOT_CHANGEABLE,
      },
    }),
  },
  '/gateway/fields/{list}': {
    put: operation('Set how a foreign service names the fields of a list', {
      id: 'setServiceFields',
      tag,
      description: ['They apply to the account of the token.'],
      parameters: [LIST],
      body: refTo('ServiceFieldsChange'),
      responses: { 204: ['They are set.', null], 400: INVALID, 409: NOT_CHANGEABLE },
    }),
    delete: operation('Remove what was set, so that fields are recognised again', {
      id: 'resetServiceFields',
      tag,
      parameters: [LIST],
      responses: { 204: ['They were removed.', null], 400: INVALID, 409: NOT_CHANGEABLE },
    }),
  },
}
