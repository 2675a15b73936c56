import type {
  AttemptMeaning,
  ItemMeaning,
  PayloadMeaning,
} from '../../../contract/fields/field-map.ts'

type FieldLabels = {
  item: Record<ItemMeaning, string>
  attempt: Record<AttemptMeaning, string>
  payload: Record<PayloadMeaning, string>
}

export const FIELD_LABELS: FieldLabels = {
  item: {
    id: 'Event ID',
    failed_at: 'Failed at',
    receiver: 'Receiver URL',
    status: 'HTTP status',
    error: 'Error text',
    attempt_count: 'Number of attempts',
    attempts: 'List of attempts',
    event: 'Kind of event',
  },
  attempt: {
    at: 'Time of the attempt',
    status: 'HTTP status of the attempt',
    error: 'Error text of the attempt',
    duration_ms: 'Duration of the attempt',
  },
  payload: {
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
  },
}
