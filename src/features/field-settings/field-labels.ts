import type {
  AttemptMeaning,
  ItemMeaning,
  PayloadMeaning,
} from '../../../contract/fields/field-map.ts'

/** The label of each meaning. */
export const ITEM_LABELS: Record<ItemMeaning, string> = {
  id: 'Event ID',
  failed_at: 'Failed at',
  receiver: 'Receiver URL',
  status: 'HTTP status',
  error: 'Error text',
  attempt_count: 'Number of attempts',
  attempts: 'List of attempts',
  event: 'Kind of event',
}

export const ATTEMPT_LABELS: Record<AttemptMeaning, string> = {
  at: 'Time of the attempt',
  status: 'HTTP status of the attempt',
  error: 'Error text of the attempt',
  duration_ms: 'Duration of the attempt',
}

export const PAYLOAD_LABELS: Record<PayloadMeaning, string> = {
  call_id: 'Call number',
  call_start_stamp: 'Call began',
  call_end_stamp: 'Call ended',
  call_duration: 'Duration of the call',
  answered: 'Answered',
  caller_number: 'Caller',
  tracking_number: 'Tracking number',
  company: 'Company',
  contact: 'Agent',
  recording_url: 'Recording',
}
