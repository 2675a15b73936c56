import * as z from 'zod/mini'
import type { EntityContext } from '../../../contract/blocklist.ts'

const Text = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), undefined)

/** Not from the schema of the contract: the routes are in the first script, which it would enlarge. */
const CONTEXTS = ['company', 'partner', 'group'] as const satisfies EntityContext[]

const Fields = z.object({
  /** The tab. */
  context: z.catch(z.optional(z.enum(CONTEXTS)), undefined),
  /** Reference of the entity whose numbers are shown. */
  entity: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  /** A number, or a name or reference of entities. */
  q: Text,
  /** The form that blocks numbers is open. */
  add: z.catch(z.optional(z.pipe(z.coerce.string(), z.literal('true'))), undefined),
  /** The number that the form begins with, such as that of a caller. */
  block: Text,
})

/** What addresses of earlier versions call the search text. */
const Earlier = z.object({ filter: Text, number: Text })

/** What the address of the blocklist says. */
export const BlocklistSearch = z.pipe(
  z.pipe(
    z.custom<z.input<typeof Fields>>(),
    z.transform((search): z.input<typeof Fields> => {
      const { filter, number } = Earlier.parse(search)
      return { ...search, q: search.q ?? filter ?? number }
    }),
  ),
  Fields,
)
export type BlocklistSearch = z.output<typeof BlocklistSearch>

/** Changes a part of the address; what isn't named stays. */
export type OnBlocklistSearch = (
  change: Partial<BlocklistSearch>,
  options?: { replace?: boolean },
) => void
