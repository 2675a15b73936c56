import * as z from 'zod/mini'
import { BlocklistRequest, EntityContext } from '../blocklist.ts'
import { RequestText } from '../text/request-text.ts'
import { CalendarDate } from '../time/calendar-date.ts'
import { Stamp } from '../time/stamp.ts'
import { RefusedCheck } from './blocklist-extensions.ts'

export const BlockReason = z.enum([
  'spam',
  'wrong_number',
  'harassment',
  'competitor',
  'own_test',
  'other',
])
export type BlockReason = z.infer<typeof BlockReason>

export const MAX_NOTE_LENGTH = 300

/** What people note about a block. Nothing happens by itself on the day when it is due. */
const BlockNote = z.object({
  reason: z.nullable(BlockReason),
  note: z.nullable(RequestText.check(z.maxLength(MAX_NOTE_LENGTH))),
  until: z.nullable(CalendarDate),
})
export type BlockNote = z.infer<typeof BlockNote>

/**
 * A request that blocks numbers may have a note about them in this header, because services refuse fields that
 * the interface doesn't have: `BlockNote` without its empty fields, as JSON that `encodeURIComponent` has escaped.
 */
export const BLOCK_NOTE_HEADER = 'redial-block-note'
export const BlockNoteFields = z.partial(BlockNote)
export type BlockNoteFields = z.infer<typeof BlockNoteFields>

/** The body of PUT /gateway/block-notes: fields that are missing stay as they are. */
export const BlockNoteChange = z.object({ ...BlocklistRequest.shape, ...BlockNoteFields.shape })

/** Numbers of one entity that were blocked together and have the same note. */
export const NotedBlocks = z.object({
  ...BlockNote.shape,
  entity_context_name: EntityContext,
  reference: z.string(),
  /** The name of the person who blocked them; null for a script, or if they were added outside Redial. */
  who: z.nullable(z.string()),
  /** When they were blocked with Redial; null if they were added outside Redial. */
  at: z.nullable(Stamp),
  phone_numbers: z.array(z.string()),
})
export type NotedBlocks = z.infer<typeof NotedBlocks>

/** GET /gateway/block-notes: what the gateway knows about the numbers of the account's blocklist. */
export const BlockNotes = z.object({
  /** When Redial noted the account's first change; null if it has noted none. */
  since: z.nullable(Stamp),
  results: z.array(NotedBlocks),
  /** How often calls of blocked numbers were refused; null if the service doesn't tell. */
  refused_checks: z.nullable(z.array(RefusedCheck)),
})
export type BlockNotes = z.infer<typeof BlockNotes>
