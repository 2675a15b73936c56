import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

export function useSaveFields(list: FailedEventList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (map: FieldMap) =>
      request(z.unknown(), `/gateway/fields/${list}`, {
        method: 'PUT',
        body: { map },
        expect: [204],
      }),
    onSuccess: () => removeLists(client),
  })
}

/** Removes the settings, so that Redial recognises the fields again. */
export function useForgetFields(list: FailedEventList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request(z.unknown(), `/gateway/fields/${list}`, { method: 'DELETE', expect: [204] }),
    onSuccess: () => removeLists(client),
  })
}

/** Removes lists that were read with the previous fields. */
async function removeLists(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.serviceFields })
  client.removeQueries({ queryKey: queryKeys.allEvents })
}
