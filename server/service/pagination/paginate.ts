import type { FastifyRequest } from 'fastify'
import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pageOf } from '../../../contract/pages/page.ts'
import { answers } from '../../http/described.ts'
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
type PageRequest = FastifyRequest<{ Querystring: z.infer<typeof PageQuery> }>

/** The schema of a paginated list of `item`. @param errors in addition to those of a wrong page */
export function pageSchema<Item extends z.core.$ZodType>(
  item: Item,
  description: string,
  errors: Record<number, string> = {},
) {
  return {
    querystring: PageQuery,
    response: answers(pageOf(item), description),
    errors: { ...errors, 404: 'The page number is invalid or beyond the last page.' },
  }
}

/** What the app calls the most items that a page may have: PAGE_SIZE_LIMIT. */
export const MAX_PAGE_SIZE_OF_APP = 'maxPageSize'

/** A page that a request asks for; 0 if it is none. */
export type PageAsked = { page: number | 'last'; size: number }

/** @param most the maximum number of items on a page. Default: the app's */
export function requestedPage(
  { query: { page = '1', page_size }, server }: PageRequest,
  most = server.getDecorator<number>(MAX_PAGE_SIZE_OF_APP),
): PageAsked {
  const size = digits(page_size)
  return {
    page: page === 'last' ? page : digits(page),
    size: size > 0 ? Math.min(size, most) : DEFAULT_PAGE_SIZE,
  }
}

/**
 * Where the page begins in a list of `count` items, and the addresses of its neighbours (docs/wire-format.md,
 * "Pages").
 *
 * @throws HttpError 404 if there is no such page
 */
export function paginate(request: FastifyRequest, { page: asked, size }: PageAsked, count: number) {
  const lastPage = Math.max(1, Math.ceil(count / size))
  const page = asked === 'last' ? lastPage : asked
  if (page < 1 || page > lastPage) throw detailError(404, 'Invalid page.')
  return {
    offset: (page - 1) * size,
    next: page < lastPage ? linkTo(request, page + 1) : null,
    previous: page > 1 ? linkTo(request, page - 1) : null,
  }
}

/** The answer with the page of a list that a request asks for. */
export async function answerPage<Db, Tables extends keyof Db, Item>(
  request: PageRequest,
  list: SelectQueryBuilder<Db, Tables, Item>,
) {
  const counted = list.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('count'))
  const { count } = await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow()
  const page = requestedPage(request)
  const { offset, ...links } = paginate(request, page, count)
  return { count, ...links, results: await list.offset(offset).limit(page.size).execute() }
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
