import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import type { ServiceFields } from '../../../contract/fields/service-fields.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** Columns of failed events that no field of the service can fill, by their ids. */
export function useMissingColumns(list: FailedEventList): ReadonlySet<string> {
  const fields = knownFields(useQueryClient()).find(one => one.list === list)
  return useMemo(() => (fields === undefined ? NONE : missingColumns(fields.map)), [fields])
}

const NONE: ReadonlySet<string> = new Set()

/** From the cache, because the fields are loaded before the first row of a foreign service. */
function knownFields(client: QueryClient): ServiceFields[] {
  return client.getQueryData<ServiceFields[]>(queryKeys.serviceFields) ?? []
}

export function missingColumns({ item, payload }: FieldMap): ReadonlySet<string> {
  const isMissing = (...paths: (string | null)[]) => paths.every(path => path === null)
  const missing: [string, boolean][] = [
    [
      'failed_at',
      isMissing(item.failed_at, item.attempts, payload.call_end_stamp, payload.call_start_stamp),
    ],
    ['caller', isMissing(payload.caller_number, payload.tracking_number)],
    ['cause', isMissing(item.status, item.error, item.attempts)],
    // A tracking number can have a receiver in Settings.
    ['receiver', isMissing(item.receiver, payload.tracking_number)],
    ['attempts', isMissing(item.attempt_count, item.attempts)],
    ['call_id', isMissing(payload.call_id)],
    ['event_id', isMissing(item.id)],
  ]
  return new Set(missing.flatMap(([id, is]) => (is ? [id] : [])))
}
