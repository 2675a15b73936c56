import * as z from 'zod/mini'
import { PageSearch, PageSize } from '../../../ui/table/page-search.ts'

/** Defaults that are omitted from the URL. */
export const SETTINGS_SEARCH_DEFAULTS = { page: 1, size: 50 } as const

export const SettingsSearch = z.pipe(
  z.extend(PageSearch, {
    size: z.catch(z.optional(PageSize), undefined),
    /** The name of `size` in older bookmarks. */
    page_size: z.catch(z.optional(PageSize), undefined),
    /** The tracking number in the open form; empty for a new one. */
    set: z.catch(z.optional(z.string()), undefined),
    receiver: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
    /** The list whose fields are shown, for a foreign service. */
    fields: z.catch(z.optional(z.enum(['calls', 'ai'])), undefined),
    find: z.catch(z.optional(z.string()), undefined),
  }),
  z.transform(({ size, page_size, ...search }) => ({
    ...search,
    size: size ?? page_size ?? SETTINGS_SEARCH_DEFAULTS.size,
  })),
)
export type SettingsSearch = z.infer<typeof SettingsSearch>

export type SettingsSearchProps = {
  search: SettingsSearch
  onSearch: (search: SettingsSearch, options?: { replace?: boolean }) => void
}
