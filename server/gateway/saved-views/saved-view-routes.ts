import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { FailedEventList } from '../../../contract/failed-event.ts'
import {
  DefaultView,
  NewView,
  SAVED_VIEWS_PATH,
  SavedView,
  SavedViews,
  ViewChange,
} from '../../../contract/saved-view.ts'
import { answers, described, describeRoutes } from '../../http/described.ts'
import { requireName } from '../session/authorization.ts'
import { callerOf } from '../session/caller.ts'
import type { SavedViewRepository } from './saved-views.ts'

/** A view has the layout of its table. */
const BODY_LIMIT = 32 * 1024

const GONE = 'There is no such view, or it is another person’s.'
const CHANGED = 'Somebody has changed the view since this version.'
const Path = z.object({ id: z.uuid().describe('The id of the view.') })
const ListPath = z.object({ list: described(FailedEventList, 'The list of failed events.') })
const Seen = z.object({
  version: z.coerce.number().int().positive().describe('The version to delete.'),
})

/** Views of the lists that people save for themselves or for the account (docs/decisions/0065). */
export const savedViewRoutes: FastifyPluginAsyncZod<{ views: SavedViewRepository }> = async (
  app,
  { views },
) => {
  describeRoutes(app, 'Saved views')

  app.get(SAVED_VIEWS_PATH, {
    schema: {
      operationId: 'listSavedViews',
      summary: 'List the saved views of the person and of the account',
      response: answers(SavedViews, 'The views, by name.'),
    },
    handler: async request => ({ results: await views.list(callerOf(request)) }),
  })

  app.post(SAVED_VIEWS_PATH, {
    bodyLimit: BODY_LIMIT,
    schema: {
      operationId: 'saveView',
      summary: 'Save a view',
      description: 'A view that is not shared belongs to the person of the session.',
      body: NewView,
      response: { 201: described(SavedView, 'The view.') },
      errors: { 409: 'The account has too many views, or the id is taken.' },
    },
    handler: async (request, reply) => {
      return reply.code(201).send(await views.add(requireName(request), request.body))
    },
  })

  app.put(`${SAVED_VIEWS_PATH}/:id`, {
    bodyLimit: BODY_LIMIT,
    schema: {
      operationId: 'changeView',
      summary: 'Change a saved view',
      params: Path,
      body: ViewChange,
      response: answers(SavedView, 'The view.'),
      errors: { 404: GONE, 409: CHANGED },
    },
    handler: async request => views.change(requireName(request), request.params.id, request.body),
  })

  app.delete(`${SAVED_VIEWS_PATH}/:id`, {
    schema: {
      operationId: 'deleteView',
      summary: 'Delete a saved view',
      params: Path,
      querystring: Seen,
      response: { 204: z.null().describe('It is deleted.') },
      errors: { 404: GONE, 409: CHANGED },
    },
    handler: async (request, reply) => {
      await views.remove(requireName(request), request.params.id, request.query.version)
      return reply.code(204).send(null)
    },
  })

  app.put('/gateway/default-views/:list', {
    schema: {
      operationId: 'setDefaultView',
      summary: 'Choose the view that opens with a list',
      description: 'For the person of the session.',
      params: ListPath,
      body: DefaultView,
      response: { 204: z.null().describe('It is chosen.') },
      errors: { 404: GONE },
    },
    handler: async (request, reply) => {
      await views.setDefault(requireName(request), request.params.list, request.body.id)
      return reply.code(204).send(null)
    },
  })
}
