import { expect, type Page } from '@playwright/test'
import { BLOCK_NOTE_HEADER, type BlockNoteFields } from '../../contract/blocklist/block-notes.ts'
import type { EntityContext } from '../../contract/blocklist.ts'
import { FROM_DASHBOARD } from '../../server/testing/test-gateway.ts'

type Entity = { context: EntityContext; reference: string }

/** Blocks numbers with a note, as the page does. */
export async function blockWithNote(
  page: Page,
  { context, reference }: Entity,
  numbers: string[],
  note: BlockNoteFields,
) {
  const answer = await page.request.post('/v1/blocklist/', {
    headers: {
      ...FROM_DASHBOARD,
      [BLOCK_NOTE_HEADER]: encodeURIComponent(JSON.stringify(note)),
    },
    data: {
      entity: { reference, name: reference },
      entity_context_name: context,
      blocked_phone_number_list: numbers.map(phone_number => ({ phone_number })),
    },
  })
  expect(answer.status()).toBe(201)
}
