import type { FastifyInstance } from 'fastify'

type Route = { method: string; url: string }

/**
 * The routes of an app, with their methods except HEAD and OPTIONS. Fastify prints them as a tree, whose
 * indented lines continue the line above them.
 */
export function routesOf(app: FastifyInstance): Route[] {
  const above: string[] = []
  const lines = app.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap(line => {
    const [, indent = '', part, methods = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)/.exec(line) ?? []
    if (part === undefined) return []
    above[indent.length / 4] = part
    const url = above.slice(0, indent.length / 4 + 1).join('')
    return methods
      .split(', ')
      .filter(method => method !== 'HEAD' && method !== 'OPTIONS')
      .map(method => ({ method, url }))
  })
}
