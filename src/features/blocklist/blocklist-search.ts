import { getRouteApi, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { EntityContext } from '../../../contract/blocklist.ts'

const Text = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), undefined)

/**
 * The contexts in the order of their tabs. Not from the contract's schema, which would enlarge the first script: it
 * includes the routes.
 */
export const CONTEXTS = ['company', 'partner', 'group'] as const satisfies EntityContext[]

export const BlocklistSearch = z.object({
  /** All numbers; the others are a tab or a filter then. */
  view: z.catch(z.optional(z.literal('all')), undefined),
  /** The tab. */
  context: z.catch(z.optional(z.enum(CONTEXTS)), undefined),
  /** Reference of the entity whose numbers are shown; in the list of all numbers, its context and its reference. */
  entity: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** The name of the entity, for a service that lists no companies. */
  name: Text,
  q: Text,
  reason: Text,
  who: Text,
  due: Text,
  /** The country code. */
  country: z.catch(z.optional(z.coerce.string()), undefined),
  /** The order of the shown numbers: "number" or "-number". */
  sort: Text,
  /** The form that blocks numbers is open. */
  add: z.catch(z.optional(z.pipe(z.coerce.string(), z.literal('true'))), undefined),
  block: Text,
})
export type BlocklistSearch = z.output<typeof BlocklistSearch>

const blocklist = getRouteApi('/_signed-in/blocklist')

/** The parameters of the page's URL. `onSearch` changes some of them, and `onOpen` replaces all of them. */
export function useBlocklistSearch() {
  const navigate = useNavigate({ from: '/blocklist' })
  return {
    search: blocklist.useSearch(),
    onSearch: (change: Partial<BlocklistSearch>, { replace = false } = {}) =>
      void navigate({
        search: (previous: BlocklistSearch) => ({ ...previous, ...change }),
        replace,
        resetScroll: false,
      }),
    onOpen: (search: BlocklistSearch, { replace = false } = {}) =>
      void navigate({ search, replace, resetScroll: false }),
  }
}
