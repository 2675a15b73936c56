import type { FastifyInstance } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/**
 * A known path without its trailing slash is redirected to, whatever the method
 * (docs/wire-format.md, "Trailing slash"); any other unknown path is a 404. Before the body is
 * looked at. Comes before the routes that it is to know.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
  const endpoints = new Map<string, RegExp>()
  app.addHook('onRoute', ({ url, method }) => {
    // Which each endpoint has, and the pages of others have not.
    if (method === 'OPTIONS') endpoints.set(url, new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`))
  })
  // Where a route itself finds nothing, such as the files of the reference.
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
