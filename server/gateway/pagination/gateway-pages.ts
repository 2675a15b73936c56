import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { detailError } from '../../http/http-error.ts'

/** Query of the gateway's own paginated lists. */
export const PageQuery = z.object({
  page: z.coerce.number().int().positive().default(1).describe('1-indexed.'),
  page_size: z.coerce
    .number()
    .int()
    .positive()
    .default(MAX_PAGE_SIZE)
    .meta({ description: `At most ${MAX_PAGE_SIZE}.`, maximum: MAX_PAGE_SIZE }),
})
type PageQuery = z.infer<typeof PageQuery>

/** Larger page sizes are clamped, as the service does. */
export function toWindow(
  { page, page_size }: PageQuery,
  most = MAX_PAGE_SIZE,
): { offset: number; size: number } {
  const size = Math.min(page_size, most)
  return { offset: (page - 1) * size, size }
}

/**
 * The envelope around one page of `count` results. Its links are paths of the gateway.
 *
 * @throws HttpError 404 if there is no such page
 */
export function envelope<Item>(
  request: FastifyRequest,
  query: PageQuery,
  { count, results }: { count: number; results: Item[] },
) {
  const lastPage = Math.max(1, Math.ceil(count / toWindow(query).size))
  if (query.page > lastPage) throw detailError(404, 'Invalid page.')
  const linkTo = (page: number) => {
    const [path, search] = request.url.split(/\?(.*)/s)
    const parameters = new URLSearchParams(search)
    parameters.set('page', String(page))
    return `${path}?${parameters}`
  }
  return {
    count,
    next: query.page < lastPage ? linkTo(query.page + 1) : null,
    previous: query.page > 1 ? linkTo(query.page - 1) : null,
    results,
  }
}
