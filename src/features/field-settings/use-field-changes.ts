import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

/** Sets the fields of a list; null removes them, so that Redial recognises them again. */
export function useFieldChange(list: FailedEventList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (map: FieldMap | null) =>
      request(
        z.unknown(),
        `/gateway/fields/${list}`,
        map === null
          ? { method: 'DELETE', expect: [204] }
          : { method: 'PUT', body: { map }, expect: [204] },
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.serviceFields })
      // They were read with the previous fields.
      client.removeQueries({ queryKey: queryKeys.allEvents })
    },
  })
}
