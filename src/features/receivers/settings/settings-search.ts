import * as z from 'zod/mini'
import { PageSearch, PageSize } from '../../../ui/table/page-search.ts'

/** Defaults that are omitted from the URL. */
export const SETTINGS_SEARCH_DEFAULTS = { page: 1, size: 50 } as const

export const SettingsSearch = z.extend(PageSearch, {
  size: z._default(z.catch(PageSize, SETTINGS_SEARCH_DEFAULTS.size), SETTINGS_SEARCH_DEFAULTS.size),
  /** The tracking number in the open form; empty for a new one. */
  set: z.catch(z.optional(z.string()), undefined),
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** The list whose fields are shown, for a foreign service. */
  fields: z.catch(z.optional(z.enum(['calls', 'ai'])), undefined),
  find: z.catch(z.optional(z.string()), undefined),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>
