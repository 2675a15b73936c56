import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BlocklistRecord, type BlocklistRequest } from '../../../contract/blocklist.ts'
import { request } from '../../api/request.ts'
import { type BlockAccount, blockAccountOf } from './block-account.ts'
import { blocklistQuery } from './queries.ts'

/** Adds numbers to the blocklist of one entity, and gives an account of what that did. */
export function useBlockNumbers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: BlocklistRequest): Promise<BlockAccount> => {
      const before = queryClient.getQueryData(blocklistQuery.queryKey) ?? []
      const record = await request(BlocklistRecord, '/v1/blocklist/', {
        method: 'POST',
        body,
        expect: [201],
      })
      // A reading that began before the add must not overwrite what the service has answered since.
      await queryClient.cancelQueries(blocklistQuery)
      queryClient.setQueryData(blocklistQuery.queryKey, records => withRecord(records, record))
      void queryClient.invalidateQueries(blocklistQuery)
      return blockAccountOf(body, before, record)
    },
    // An answer that was lost on its way may have been a success.
    onError: () => void queryClient.invalidateQueries(blocklistQuery),
  })
}

function withRecord(records: BlocklistRecord[] | undefined, record: BlocklistRecord) {
  if (records === undefined) return undefined
  const others = records.filter(({ id }) => id !== record.id)
  return [...others, record]
}
