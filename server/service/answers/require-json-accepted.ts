import type { FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

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
