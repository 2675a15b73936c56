import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'

/**
 * Query of the paginated lists, kept as text: a value that isn't a number is not a 400
 * (docs/wire-format.md, "Pages"). The JSON schema has the types that docs/interface.md gives them.
 */
export const PageQuery = z.object({
  page: z.string().optional().meta({
    type: 'integer',
    minimum: 1,
    default: 1,
    description: '1-indexed; `last` is the last page. A page beyond the last is a 404.',
  }),
  page_size: z
    .string()
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      default: DEFAULT_PAGE_SIZE,
      description: `At most ${MAX_PAGE_SIZE}, or fewer if the operator has set a lower limit; larger values count as the limit.`,
    }),
})
export type PageQuery = z.infer<typeof PageQuery>
