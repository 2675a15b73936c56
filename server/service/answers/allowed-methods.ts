import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { METHODS } from '../../http/node-http.ts'

/** The value of `Allow` at the URL of a route; undefined if there is no such route. */
export type AllowedAt = (url: string) => string | undefined

export const ALLOWED_AT = Symbol('allowedAt')

/**
 * Makes routes answer every method that Node parses, and adds `Allow` to the answers of each route.
 */
export function announceAllowedMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', route => {
    if (route.onRequest === refuseMethod) return
    const methods = allowed.get(route.url) ?? new Set()
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

/**
 * Completes an endpoint whose own methods are registered: OPTIONS describes it, any other method is
 * a 405. Both run after the checks of the scope in which they are registered.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  endpoint: { url: string; name: string },
): void {
  const { url, name } = endpoint
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    handler: async () => ({
      name,
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

async function refuseMethod(request: FastifyRequest): Promise<never> {
  throw detailError(405, `Method "${request.method}" not allowed.`)
}

const USUAL_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function inUsualOrder(a: string, b: string): number {
  return USUAL_ORDER.indexOf(a) - USUAL_ORDER.indexOf(b)
}
