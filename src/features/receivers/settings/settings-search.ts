import * as z from 'zod/mini'
import { PageSearch } from '../../../ui/table/page-search.ts'

export const SettingsSearch = z.extend(PageSearch, {
  /** The tracking number in the open form; empty for a new one. */
  set: z.catch(z.optional(z.string()), undefined),
  receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** The list whose fields are shown, for a foreign service. */
  fields: z.catch(z.optional(z.enum(['calls', 'ai'])), undefined),
  find: z.catch(z.optional(z.string()), undefined),
})
export type SettingsSearch = z.infer<typeof SettingsSearch>

export type SettingsSearchProps = {
  search: SettingsSearch
  onSearch: (search: SettingsSearch, options?: { replace?: boolean }) => void
}
