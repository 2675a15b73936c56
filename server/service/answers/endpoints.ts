import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { detailError, notFound } from '../../http/http-error.ts'
import { METHODS } from '../../http/node-http.ts'

/** The paths of a URL with parameters, and the methods of its routes. */
type Endpoint = { pattern: RegExp; methods: Set<string> }

/** Endpoints by URL. */
type Endpoints = Map<string, Endpoint>

const ENDPOINTS = Symbol('endpoints')

/**
 * Makes the endpoints that are registered after this answer every path and method that Node parses:
 *
 * - A known path without its trailing slash is redirected, whatever the method (docs/wire-format.md, "Trailing
 *   slash"). Any other unknown path is a 404. Both happen before the body is read.
 * - Answers have `Allow`, OPTIONS describes an endpoint, and a method that it doesn't have is a 405. The latter two
 *   run after the checks of the scope in which the endpoint is registered.
 */
export function answerEverything(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  const endpoints: Endpoints = new Map()
  app.decorate(ENDPOINTS, endpoints)
  app.addHook('onRoute', function ({ url, method, schema, onRequest }) {
    if (onRequest === refuseMethod) return
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
    const endpoint = endpoints.get(url) ?? { pattern, methods: new Set() }
    const isEndpoint = schema?.operationId !== undefined
    // Runs once the endpoint's own methods are registered.
    if (!endpoints.has(url) && isEndpoint) this.after(() => answerOtherMethods(this, url))
    endpoints.set(url, endpoint)
    for (const one of [method].flat()) endpoint.methods.add(one)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return announce(endpoints.get(request.routeOptions.url ?? ''), reply)
    if (redirectToSlash(endpoints, request, reply)) return reply
    throw notFound()
  })
}

/**
 * What the service checks before the token. A gateway in front of it checks tokens itself, and so has to
 * make these checks first (docs/wire-format.md, "Authentication" and "Trailing slash").
 */
export function checksBeforeToken(service: FastifyInstance) {
  const endpoints = service.getDecorator<Endpoints>(ENDPOINTS)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (redirectToSlash(endpoints, request, reply)) return reply
    const endpoint = endpointAt(endpoints, request.url.split('?', 1)[0] ?? '')
    if (endpoint === undefined) return
    announce(endpoint, reply)
    await requireJsonAccepted(request)
  }
}

function endpointAt(endpoints: Endpoints, path: string): Endpoint | undefined {
  return endpoints
    .values()
    .find(({ pattern, methods }) => methods.has('OPTIONS') && pattern.test(path))
}

function announce(endpoint: Endpoint | undefined, reply: FastifyReply): void {
  if (endpoint === undefined) return
  reply.header('Allow', METHODS_IN_ORDER.filter(method => endpoint.methods.has(method)).join(', '))
}

const METHODS_IN_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function redirectToSlash(
  endpoints: Endpoints,
  { url }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const [path = '', ...query] = url.split('?')
  if (path.endsWith('/') || endpointAt(endpoints, `${path}/`) === undefined) return false
  reply
    .code(301)
    .header('Location', [`${path}/`, ...query].join('?'))
    .send()
  return true
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

/** The last part of a path that is not a parameter, such as "tracking numbers". */
function nameOf(url: string): string {
  const parts = url.split('/').filter(part => part !== '' && !part.startsWith(':'))
  return (parts.at(-1) ?? '').replaceAll('_', ' ')
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  throw detailError(405, `Method "${request.method}" not allowed.`)
}

const COVERS_JSON = new Set(['*/*', 'application/*', 'application/json'])

/** A hook: a client that can't accept JSON gets 406, before anything else is checked. */
export async function requireJsonAccepted(request: FastifyRequest): Promise<void> {
  const { accept } = request.headers
  if (accept === undefined || accept.trim() === '') return
  if (!accept.split(',').some(coversJson)) {
    throw detailError(406, 'Could not satisfy the request Accept header.')
  }
}

function coversJson(range: string): boolean {
  const [type, ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
  return (
    COVERS_JSON.has(type ?? '') && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  )
}
