import * as z from 'zod/mini'
import { PAGE_SIZES } from '../../../ui/table/page-sizes.ts'

/** What the settings page shows. */
export const SettingsSearch = z.object({
  /** The form is open: the tracking number that it is about, empty for a new one. */
  set: z.catch(z.optional(z.string()), undefined),
  /** The receiver that is open, by its name. */
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** The list whose fields are shown, where the service is somebody else's. */
  fields: z.catch(z.optional(z.enum(['calls', 'ai'])), undefined),
  find: z.catch(z.optional(z.string()), undefined),
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  page_size: z.catch(
    z.optional(z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))),
    undefined,
  ),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>
