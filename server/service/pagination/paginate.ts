import type { FastifyRequest } from 'fastify'
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { detailError } from '../../http/http-error.ts'

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

/** The errors of a paginated list. */
export const INVALID_PAGE = { 404: 'The page number is invalid or beyond the last page.' }

/** What the app calls the most items that a page may have: PAGE_SIZE_LIMIT. */
export const MAX_PAGE_SIZE_OF_APP = 'maxPageSize'

/** The items of a page, and the addresses of the neighbouring pages. */
export type PageWindow = {
  /** How many items come before the page. */
  offset: number
  /** The maximum number of its items. */
  size: number
  next: string | null
  previous: string | null
}

/**
 * The page that a request asks for, from a list of `count` items (docs/wire-format.md, "Pages").
 *
 * @param most the maximum number of items on a page. Default: the app's
 * @throws HttpError 404 if there is no such page
 */
export function paginate(
  request: FastifyRequest,
  query: PageQuery,
  count: number,
  most = request.server.getDecorator<number>(MAX_PAGE_SIZE_OF_APP),
): PageWindow {
  const size = pageSize(query.page_size, most)
  const lastPage = Math.max(1, Math.ceil(count / size))
  const page = pageNumber(query.page ?? '1', lastPage)
  return {
    offset: (page - 1) * size,
    size,
    next: page < lastPage ? linkTo(request, page + 1) : null,
    previous: page > 1 ? linkTo(request, page - 1) : null,
  }
}

/** The answer with the page of a list that a request asks for. */
export async function answerPage<Db, Tables extends keyof Db, Item>(
  request: FastifyRequest<{ Querystring: PageQuery }>,
  list: SelectQueryBuilder<Db, Tables, Item>,
) {
  const counted = list.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'))
  const { count } = await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow()
  const { next, previous, offset, size } = paginate(request, request.query, count)
  return { count, next, previous, results: await list.offset(offset).limit(size).execute() }
}

function pageSize(text: string | undefined, most: number): number {
  const size = digits(text)
  return size > 0 ? Math.min(size, most) : DEFAULT_PAGE_SIZE
}

function pageNumber(text: string, lastPage: number): number {
  const page = text === 'last' ? lastPage : digits(text)
  if (page < 1 || page > lastPage) throw detailError(404, 'Invalid page.')
  return page
}

function digits(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0
}

/** Absolute, with all other parameters of the request, sorted; page 1 has no `page`. */
function linkTo(request: FastifyRequest, page: number): string {
  const [path, search] = request.url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(search)
  if (page === 1) parameters.delete('page')
  else parameters.set('page', String(page))
  parameters.sort()
  const query = parameters.size > 0 ? `?${parameters}` : ''
  return `${request.protocol}://${request.host}${path}${query}`
}
