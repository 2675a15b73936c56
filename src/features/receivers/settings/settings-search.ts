import * as z from 'zod/mini'
import { PAGE_SIZES } from '../../../../contract/pages/page.ts'

export const SettingsSearch = z.object({
  /** The tracking number in the open form; empty for a new one. */
  set: z.catch(z.optional(z.string()), undefined),
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** The list whose fields are shown, for a foreign service. */
  fields: z.catch(z.optional(z.enum(['calls', 'ai'])), undefined),
  find: z.catch(z.optional(z.string()), undefined),
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  sort: z.catch(z.optional(z.string()), undefined),
  page_size: z.catch(
    z.optional(z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))),
    undefined,
  ),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>
