import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../database/schema.ts'
import { answers, described } from '../../http/described.ts'
import { notFound } from '../../http/http-error.ts'
import { numberPath } from '../answers/route-schemas.ts'
import { answerPage, PageQuery, pageSchema } from '../pagination/paginate.ts'
import { requirePartner } from '../telephony/tracking-number-repository.ts'
import { changeRecord, Fields, removeRecord, saveRecord } from './records.ts'
import type { Resource } from './resources.ts'

const Path = z.object({ id: numberPath() })
const Reference = z.string().optional()
const Filters = z.object({
  partner: Reference.describe('Only of the partner with this reference.'),
  company: Reference.describe('Only of the company with this reference.'),
  reference: Reference.describe(
    'Only the one with this reference; of each partner, if no partner is given.',
  ),
})
const REMOVAL_ERRORS: Record<number, string> = {
  400: 'with_contents is neither true nor false.',
  409: 'Something belongs to it; the answer says what.',
}
const Removal = z.object({ with_contents: z.enum(['true', 'false']).default('false') })

/** The columns that a filter or a path may name; an item without a column has no such filter. */
type Item = Required<z.infer<typeof Filters>> & { id: number }

/** The five operations of each kind of things that an operator administers. */
export function resourceRoutes(resource: Resource, db: Kysely<Schema>): FastifyPluginAsyncZod {
  const { one, many, operation } = resource
  const list = `/telephony/v1/${many}/`
  const single = `${list}:id/`
  const filters = Object.fromEntries(resource.filters.map(name => [name, Filters.shape[name]]))
  const unknown = `There is no such ${one}.`

  const items = (of = db) => of.selectFrom(sql<Item>`(${resource.items})`.as('item')).selectAll()

  const find = (id: number, of = db) =>
    items(of).where('id', '=', id).executeTakeFirstOrThrow(notFound)

  /** Finds it for a change, during which nothing can be added to it. */
  async function lock(trx: Transaction<Schema>, id: number): Promise<void> {
    await sql`select from ${sql.table(resource.table)} where id = ${id} for update`.execute(trx)
    await find(id, trx)
  }

  return async app => {
    app.get(list, {
      schema: {
        operationId: `list${operation.many}`,
        summary: `List ${many}`,
        ...pageSchema(resource.Item, `A page of ${many}, the oldest first.`, {
          400: 'There is no such partner.',
        }),
        querystring: z.object({ ...filters, ...PageQuery.shape }),
      },
      handler: async request => {
        const filter = Filters.parse(request.query)
        if (filter.partner !== undefined) await requirePartner(db, filter.partner)
        return answerPage(
          request,
          items()
            .where(eb => eb.and(filter))
            .orderBy('id'),
        )
      },
    })

    app.post(list, {
      schema: {
        operationId: `save${operation.one}`,
        summary: `Create or update a ${one}`,
        description:
          'If the reference exists, this updates the record, so you can repeat a request. An unknown field is a 400.',
        body: resource.New,
        response: {
          200: described(resource.Item, `The ${one} was there, and is now as in the request.`),
          201: described(resource.Item, `The ${one} was made.`),
        },
      },
      handler: async (request, reply) => {
        const { item, isNew } = await db.transaction().execute(async trx => {
          const saved = await saveRecord(trx, resource, Fields.parse(request.body))
          return { item: await find(saved.id, trx), isNew: saved.isNew }
        })
        return reply.code(isNew ? 201 : 200).send(item)
      },
    })

    app.get(single, {
      schema: {
        operationId: `show${operation.one}`,
        summary: `Show a ${one}`,
        params: Path,
        response: answers(resource.Item, `The ${one}.`),
        errors: { 404: unknown },
      },
      handler: request => find(request.params.id),
    })

    app.patch(single, {
      schema: {
        operationId: `change${operation.one}`,
        summary: `Update a ${one}`,
        description: 'Fields that are missing do not change. An unknown field is a 400.',
        params: Path,
        body: resource.Changes,
        response: answers(resource.Item, `The ${one} as it is now.`),
        errors: { 404: unknown },
      },
      handler: async request => {
        const { id } = request.params
        return db.transaction().execute(async trx => {
          await lock(trx, id)
          await changeRecord(trx, resource, id, Fields.parse(request.body))
          return find(id, trx)
        })
      },
    })

    app.delete(single, {
      schema: {
        operationId: `remove${operation.one}`,
        summary: `Remove a ${one}`,
        ...removalSchema(resource),
        params: Path,
        response: { 204: z.null().describe('It was removed.') },
        errors: { 404: unknown, ...(resource.contentsText === undefined ? {} : REMOVAL_ERRORS) },
      },
      handler: async (request, reply) => {
        const { id } = request.params
        const { with_contents } = Removal.parse(request.query)
        await db.transaction().execute(async trx => {
          await lock(trx, id)
          await removeRecord(trx, resource, id, with_contents === 'true')
        })
        return reply.code(204).send(null)
      },
    })
  }
}

function removalSchema({ contentsText }: Resource) {
  if (contentsText === undefined) return {}
  return {
    description: `You can't remove one that has tracking numbers. Move or remove them first. If it has other contents, with_contents=true is needed.`,
    querystring: z.object({
      with_contents: Removal.shape.with_contents.describe(`Whether to also ${contentsText}.`),
    }),
  }
}
