import { z } from 'zod'
import { MAX_PAGE_SIZE, pageOf } from '../../../contract/pages/page.ts'

/* How the gateway's own endpoints are described for the OpenAPI document (docs/decisions/0057). */

export type Schema = { [key: string]: unknown }
type Answer = [description: string, schema: Schema | null]
export type Responses = Record<number, Answer>
export type Described = {
  /** Such as "listReplayRuns". */
  id: string
  tag: string
  /** Sentences. */
  description?: string[] | undefined
  parameters?: Schema[]
  body?: Schema | undefined
  example?: Schema
  /** Whether it is answered without a token. */
  isOpen?: boolean
  responses: Responses
}

export const PAGES = [
  parameter('page', 'query', { type: 'integer', minimum: 1, default: 1 }, '1-indexed.'),
  parameter(
    'page_size',
    'query',
    { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
    `At most ${MAX_PAGE_SIZE}.`,
  ),
]
export const INVALID: Answer = [
  'Fields or parameters that are missing or invalid, by name.',
  refTo('ValidationBody'),
]
const COMMON = {
  401: ['The Authorization header is missing, or the token invalid.', refTo('DetailBody')],
  500: ['Unexpected server error.', refTo('DetailBody')],
} satisfies Responses

export function operation(summary: string, described: Described): Schema {
  const { id, tag, description = [], parameters = [], body, example, isOpen, responses } = described
  const { 401: unauthorized, ...others } = COMMON
  const all = { ...responses, ...(isOpen ? {} : { 401: unauthorized }), ...others }
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description.length > 0 && { description: description.join(' ') }),
    parameters,
    ...(isOpen && { security: [] }),
    ...(body && { requestBody: { required: true, ...json({ schema: body, example }) } }),
    responses: Object.fromEntries(
      Object.entries(all).map(([status, [description, schema]]) => [
        status,
        { description, ...(schema && json({ schema })) },
      ]),
    ),
  }
}

/** An operation whose answer is a text of one of these media types. */
export function withText(described: Schema, description: string, mediaTypes: string[]): Schema {
  const text = { schema: { type: 'string' } }
  const content = Object.fromEntries(mediaTypes.map(type => [type, text]))
  return {
    ...described,
    responses: { ...Object(described.responses), 200: { description, content } },
  }
}

export function json(media: { schema: Schema; example?: Schema | undefined }): Schema {
  return { content: { 'application/json': media } }
}

export function parameter(
  name: string,
  place: 'path' | 'query',
  schema: Schema,
  description?: string,
): Schema {
  return {
    name,
    in: place,
    required: place === 'path',
    schema,
    ...(description && { description }),
  }
}

export function requiredParameters(query: z.core.$ZodObject): Schema[] {
  return Object.entries(query._zod.def.shape).map(([name, schema]) => ({
    ...parameter(name, 'query', schemaOf(schema, 'input')),
    required: true,
  }))
}

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output' = 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameProperties(jsonSchema),
  })
  return rest
}

/** Counts by state have each state: as properties that a client can name. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties, required } = schema
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined) return
  if (required === undefined || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(required.map(name => [name, additionalProperties]))
  delete schema.propertyNames
  schema.additionalProperties = false
}

export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

export function listOf(name: string): Schema {
  return { type: 'object', properties: { results: arraySchema(name) }, required: ['results'] }
}

export function pageRef(name: string): Schema {
  const page = schemaOf(pageOf(z.unknown()))
  return { ...page, properties: { ...Object(page.properties), results: arraySchema(name) } }
}

function arraySchema(name: string): Schema {
  return { type: 'array', items: refTo(name) }
}
