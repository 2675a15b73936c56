import type { FastifyInstance } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/**
 * Redirects a known path without its trailing slash, whatever the method (docs/wire-format.md,
 * "Trailing slash"). Any other unknown path is a 404. Both happen before the body is read. Register
 * this before the routes that it should know.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
  const endpoints = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    // Each endpoint has one; the pages of others have none.
    if (method === 'OPTIONS') endpoints.set(url, new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`))
  })
  // For a route that finds nothing itself, such as the files of the reference.
  app.setNotFoundHandler(() => {
    throw detailError(404, 'Not found.')
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const [path = '', ...query] = request.url.split('?')
    if ([...endpoints.values()].some(endpoint => endpoint.test(`${path}/`))) {
      return reply
        .code(301)
        .header('Location', [`${path}/`, ...query].join('?'))
        .send()
    }
    throw detailError(404, 'Not found.')
  })
}
