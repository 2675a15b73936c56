import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { ALLOWED_AT, type AllowedAt } from './allowed-methods.ts'

const COVERS_JSON = new Set(['*/*', 'application/*', 'application/json'])

/** The URL of the route of the endpoint at a path; undefined if there is none. */
type EndpointAt = (path: string) => string | undefined

const ENDPOINT_AT = Symbol('endpointAt')

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
  const endpointAt: EndpointAt = path => endpoints.entries().find(([, one]) => one.test(path))?.[0]
  app.decorate(ENDPOINT_AT, endpointAt)
  // A route may find nothing itself, such as the files of the reference.
  app.setNotFoundHandler(() => {
    throw detailError(404, 'Not found.')
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    if (redirectToSlash(endpointAt, request, reply)) return reply
    throw detailError(404, 'Not found.')
  })
}

/**
 * What the service checks before the token. A gateway in front of it checks tokens itself, and so has to
 * make these checks first (docs/wire-format.md, "Authentication" and "Trailing slash").
 */
export function checksBeforeToken(service: FastifyInstance) {
  const endpointAt = service.getDecorator<EndpointAt>(ENDPOINT_AT)
  const allowedAt = service.getDecorator<AllowedAt>(ALLOWED_AT)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (redirectToSlash(endpointAt, request, reply)) return reply
    const [path = ''] = request.url.split('?')
    const endpoint = endpointAt(path)
    if (endpoint === undefined) return
    reply.header('Allow', allowedAt(endpoint))
    await requireJsonAccepted(request)
  }
}

function redirectToSlash(
  endpointAt: EndpointAt,
  { url }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const [path = '', ...query] = url.split('?')
  if (path.endsWith('/') || endpointAt(`${path}/`) === undefined) return false
  reply
    .code(301)
    .header('Location', [`${path}/`, ...query].join('?'))
    .send()
  return true
}

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
