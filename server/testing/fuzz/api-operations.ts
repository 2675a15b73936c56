import { z } from 'zod'

/** A JSON Schema as in /openapi.json, with `$ref` to its components. */
export type Schema = { [key: string]: unknown }

export type Parameter = { name: string; in: string; schema: Schema }

/** One method of one path of an interface. */
export type Operation = {
  method: string
  /** With its parameters in braces, such as "/gateway/replays/{id}". */
  path: string
  parameters: Parameter[]
  /** The schema of its JSON body. */
  body: Schema | null
}

export type Api = { operations: Operation[]; schemas: Record<string, Schema> }

const JsonSchema = z.record(z.string(), z.unknown())

const OperationOfDocument = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), schema: JsonSchema }))
    .default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: JsonSchema })) })
    .optional(),
})

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), OperationOfDocument)),
  components: z.object({ schemas: z.record(z.string(), JsonSchema) }),
})

/** Field names in bodies of the gateway, for all of its operations. */
const LOOSE_BODY: Schema = {
  type: 'object',
  properties: {
    token: { type: 'string' },
    name: { type: 'string' },
    code: { type: 'string' },
    url: { type: 'string', format: 'uri' },
    events: { type: 'array', items: { type: 'string' } },
  },
}

/** Operations that only serve the gateway's own pages: no document describes them. */
const DASHBOARD_OPERATIONS: Operation[] = [
  ...['GET', 'POST', 'DELETE'].map(method => ({ method, path: '/gateway/session' })),
  { method: 'GET', path: '/gateway/receivers' },
  { method: 'PUT', path: '/gateway/receivers/{tracking_number}' },
  { method: 'DELETE', path: '/gateway/receivers/{tracking_number}' },
  { method: 'GET', path: '/gateway/receivers/outcomes' },
  { method: 'POST', path: '/gateway/receiver-probes' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs/' },
  { method: 'GET', path: '/docs/static/{file}' },
  { method: 'GET', path: '/assets/{file}' },
  { method: 'GET', path: '/' },
].map(({ method, path }) => ({
  method,
  path,
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    schema: { type: 'string' },
  })),
  body: ['POST', 'PUT'].includes(method) ? LOOSE_BODY : null,
}))

/** @param document the parsed /openapi.json */
export function operationsOf(document: unknown): Api {
  const { paths, components } = Document.parse(document)
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )
  return { operations: [...described, ...DASHBOARD_OPERATIONS], schemas: components.schemas }
}
