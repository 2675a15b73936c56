import type { FailedEventList } from '../../../contract/failed-event.ts'
import type {
  AttemptMeaning,
  ItemMeaning,
  PayloadMeaning,
} from '../../../contract/fields/field-map.ts'
import { formatCount } from '../../format/numbers.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'

export const title = 'Fields of the service'
export const explanation =
  'Every service has its own names for the fields of its failed events, and Redial recognises English ones. If a column is empty or wrong, choose the right field. Your choice applies to everyone who signs in with this token.'
export const listLegend = 'List'
export const loading = 'Loading some events…'
export const noEvents = (list: FailedEventList) =>
  `The service lists no ${LIST_LABELS[list].many} of the last 30 days, so there is nothing to choose from yet.`
export const noPayloadField =
  'These events have no request_json, so each event is the payload as a whole: Redial recognises only the call and the time of failure, and a replay sends everything. Choose the fields of the delivery yourself if the events have any.'
export const sampleSummary = 'A sample event'
export const sampleTitle = 'Sample event'

export const setByOperator =
  'The operator of Redial has set these fields (FIELD_MAP). Ask them for a change.'
export const recognizedFrom = (list: FailedEventList, count: number) =>
  `Recognised from ${formatCount(count, LIST_LABELS[list].one, LIST_LABELS[list].many)}.`

export const exportFields = 'Export fields'
export const importFields = 'Import fields'
export const noFieldsInFile = (file: string) =>
  `${file} contains no fields of this list. Choose a file that was exported here.`

export const saved = 'Saved for everyone who signs in with this token.'
export const save = 'Save fields'
export const recognizeAgain = 'Recognise again'
export const deliveryGroup = 'The delivery'
export const callGroup = 'The call, in the payload'
export const generalGroup = 'Everywhere'
export const dateOrder = 'Dates such as 02/11/2026'

export const notAvailable = 'Not available'
export const notInTheseEvents = (path: string) => `${path} (not in these events)`
export const fieldChoice = (path: string, example: string, isRecognised: boolean) =>
  `${path}: ${example}${isRecognised ? ' (recognised)' : ''}`
export const listExample = (length: number) => `a list of ${length}`
export const objectExample = 'an object'

export const preview = 'Preview'
export const failedAtColumn = (timeZone: string) => `Failed at (${timeZone})`
export const companyColumn = 'Company'
export const callerColumn = 'Caller'
export const causeColumn = 'Why it failed'
export const receiverColumn = 'Receiver'
export const attemptsColumn = 'Attempts'
export const eventColumn = 'Event'
export const timeOfCall = (time: string) => `Call: ${time}`
export const unknown = 'Unknown'
export const identifiedByContent = 'Identified by its content'

export const itemLabels: Record<ItemMeaning, string> = {
  id: 'Event ID',
  failed_at: 'Failed at',
  receiver: 'Receiver URL',
  status: 'HTTP status',
  error: 'Error text',
  attempt_count: 'Number of attempts',
  attempts: 'List of attempts',
  event: 'Kind of event',
}

export const attemptLabels: Record<AttemptMeaning, string> = {
  at: 'Time of the attempt',
  status: 'HTTP status of the attempt',
  error: 'Error text of the attempt',
  duration_ms: 'Duration of the attempt',
}

export const payloadLabels: Record<PayloadMeaning, string> = {
  call_id: 'Call number',
  call_start_stamp: 'Call started',
  call_end_stamp: 'Call ended',
  call_duration: 'Duration of the call',
  answered: 'Answered',
  caller_number: 'Caller',
  tracking_number: 'Tracking number',
  company: 'Company',
  contact: 'Agent',
  recording_url: 'Recording',
}
