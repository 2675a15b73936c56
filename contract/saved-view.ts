import * as z from 'zod/mini'
import { FailedEventList } from './failed-event.ts'
import { StorableText } from './text/request-text.ts'
import { CalendarDate } from './time/calendar-date.ts'
import { Stamp } from './time/stamp.ts'

const DaysBack = z.int().check(z.nonnegative(), z.maximum(36_500))

/** The dates of a saved view: fixed, or relative to the day on which it is opened. */
export const ViewDays = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absolute'), from: CalendarDate, to: CalendarDate }),
  z.object({ kind: z.literal('relative'), from_back: DaysBack, to_back: DaysBack }),
])
export type ViewDays = z.infer<typeof ViewDays>

export const MAX_VIEW_NAME = 60

export const ViewContent = z.object({
  name: StorableText.check(
    z.overwrite(text => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()),
    z.minLength(1, 'Give the view a name.'),
    z.maxLength(MAX_VIEW_NAME, `Choose a name with at most ${MAX_VIEW_NAME} characters.`),
  ),
  /** Whether everybody on the account sees it, or only the person who saved it. */
  is_shared: z.boolean(),
  days: ViewDays,
  /** The other parameters of the list's URL. */
  query: z.string().check(z.maxLength(4_000)),
  /** How the table was arranged, as the dashboard writes it. */
  layout: z.nullable(z.record(z.string(), z.unknown())),
})
export type ViewContent = z.infer<typeof ViewContent>

const Version = z.int().check(z.positive())

/** A list's URL with a name that a person gave it. */
export const SavedView = z.extend(ViewContent, {
  id: z.uuid(),
  list: FailedEventList,
  /** Grows with each change. */
  version: Version,
  /** Whether it opens when the person opens its list. */
  is_default: z.boolean(),
  /** Who changed it last, and when. */
  who: z.nullable(z.string()),
  changed_at: Stamp,
})
export type SavedView = z.infer<typeof SavedView>

export const SAVED_VIEWS_PATH = '/gateway/saved-views'

/** GET /gateway/saved-views: the person's and the account's views, by name. */
export const SavedViews = z.object({ results: z.array(SavedView) })

/** The body of POST /gateway/saved-views. With the id of a deleted view, it restores that view. */
export const NewView = z.extend(ViewContent, { list: FailedEventList, id: z.optional(z.uuid()) })
export type NewView = z.infer<typeof NewView>

/** The body of PUT /gateway/saved-views/:id. `version` is the version that the person saw. */
export const ViewChange = z.extend(ViewContent, { version: Version })

/** PUT /gateway/default-views/:list; null for the list as it is. */
export const DefaultView = z.object({ id: z.nullable(z.uuid()) })

/** What the dashboard opens instead of a list's plain address, by list. */
export const DefaultViews = z.partialRecord(
  FailedEventList,
  z.pick(ViewContent, { days: true, query: true }),
)
export type DefaultViews = z.infer<typeof DefaultViews>
