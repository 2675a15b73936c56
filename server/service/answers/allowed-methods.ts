import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { METHODS } from '../../http/node-http.ts'

/** The OpenAPI document. */
export const DOCUMENT_PATH = '/openapi.json'

/** The value of `Allow` at the URL of a route; undefined if there is no such route. */
export type AllowedAt = (url: string) => string | undefined

export const ALLOWED_AT = Symbol('allowedAt')

/**
 * Makes each endpoint that is registered after this answer every method that Node parses: its answers have `Allow`,
 * OPTIONS describes it, and a method that it doesn't have is a 405. The latter two run after the checks of the scope
 * in which it is registered.
 */
export function answerAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', function (route) {
    if (route.onRequest === refuseMethod) return
    const methods = allowed.get(route.url) ?? new Set()
    // The reference has other files, which are no endpoints.
    const isEndpoint = route.schema?.operationId !== undefined || route.url === DOCUMENT_PATH
    // Once the methods of its own are registered.
    if (methods.size === 0 && isEndpoint) this.after(() => answerOtherMethods(this, route.url))
    allowed.set(route.url, methods)
    for (const method of [route.method].flat()) methods.add(method)
  })
  const allowedAt: AllowedAt = url => {
    const methods = allowed.get(url)
    return methods && [...methods].toSorted(inUsualOrder).join(', ')
  }
  app.decorate(ALLOWED_AT, allowedAt)
  app.addHook('onRequest', async (request, reply) => {
    const methods = allowedAt(request.routeOptions.url ?? '')
    if (methods !== undefined) reply.header('Allow', methods)
  })
}

function answerOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    handler: async () => ({
      name: nameOf(url),
      description: '',
      renders: ['application/json'],
      parses: ['application/json'],
    }),
  })
  app.route({
    method: app.supportedMethods.filter(method => !app.hasRoute({ method, url })),
    url,
    schema: { hide: true },
    onRequest: refuseMethod,
    handler: refuseMethod,
  })
}

/** The last part of a path that is no parameter, such as "tracking numbers". */
function nameOf(url: string): string {
  const parts = url.split('/').filter(part => part !== '' && !part.startsWith(':'))
  return (parts.at(-1) ?? '').replaceAll('_', ' ')
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  throw detailError(405, `Method "${request.method}" not allowed.`)
}

const USUAL_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function inUsualOrder(a: string, b: string): number {
  return USUAL_ORDER.indexOf(a) - USUAL_ORDER.indexOf(b)
}
