import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { BlockNoteFields } from '../../../../contract/blocklist/block-notes.ts'
import { withCountryCode } from '../../../../contract/blocklist.ts'
import { request } from '../../../api/request.ts'
import { requestBody } from '../change/blocklist-change.ts'
import { sendInBatches } from '../change/send-in-batches.ts'
import { type Block, blockNotesQuery, groupsOf } from '../records/blocks.ts'

/** Sets the given fields of the notes of blocks, entity by entity. */
export function useChangeNotes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ blocks, fields }: { blocks: Block[]; fields: BlockNoteFields }) => {
      for (const group of groupsOf(blocks)) {
        const numbers = group.blocks.map(({ number }) => withCountryCode(number))
        const { failure } = await sendInBatches(numbers, part =>
          request(z.undefined(), '/gateway/block-notes', {
            method: 'PUT',
            body: { ...requestBody(group, part), ...fields },
            expect: [204],
          }),
        )
        if (failure !== null) throw failure
      }
    },
    // Some may be changed although a later request failed.
    onSettled: () => client.invalidateQueries(blockNotesQuery),
  })
}
