import { createJsonSchemaTransform } from '@fastify/type-provider-zod'
import { z } from 'zod'
import { DetailBody, ValidationBody } from '../../../contract/errors.ts'
import { described } from '../../http/described.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** How zod's schemas become JSON schemas. */
export const JSON_SCHEMAS = { zodToJsonConfig: { override: simplify } }

const jsonSchemaTransform = createJsonSchemaTransform(JSON_SCHEMAS)

/** Describes a route that has an `operationId`. */
export const describeRoute: typeof jsonSchemaTransform = route => {
  const { schema, url } = route
  if (schema?.operationId === undefined) return { schema: { hide: true }, url }
  const { errors, ownBody, example, text, response, ...rest } = schema
  // The document has no classes of statuses, such as "4xx". It names each error.
  const answers = Object.entries(Answers.parse(response)).filter(([name]) => !name.endsWith('xx'))
  const problems = errors === undefined ? {} : errorsOf(errors, rest.security?.length === 0)
  const body = ownBody ?? rest.body
  if (body instanceof z.core.$ZodType && example !== undefined) {
    z.globalRegistry.add(body, { ...z.globalRegistry.get(body), examples: [example] })
  }
  const { schema: transformed } = jsonSchemaTransform({
    ...route,
    schema: {
      ...rest,
      ...(ownBody && { body: ownBody }),
      response: { ...Object.fromEntries(answers), ...problems },
    },
  })
  if (text === undefined) return { schema: transformed, url }
  const { description, mediaTypes } = text
  const content = mediaTypes.map(type => [type, { schema: { type: 'string' } }])
  const answer = { description, content: Object.fromEntries(content) }
  return {
    schema: { ...transformed, response: { ...Answers.parse(transformed.response), 200: answer } },
    url,
  }
}

const Answers = z.record(z.string(), z.unknown()).default({})

function errorsOf(errors: Record<number, string>, isOpen: boolean) {
  const unauthorized = 'The Authorization header is missing, or the token invalid.'
  const all = {
    ...(!isOpen && { 401: unauthorized }),
    ...errors,
    500: 'Unexpected server error.',
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [
      status,
      described(status === '400' ? ValidationBody : DetailBody, description),
    ]),
  )
}

function simplify(from: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { jsonSchema } = from
  const kind = from.zodSchema._zod.def.type
  nameProperties(jsonSchema)
  // zod leaves them out if the schema transforms its input, as if they were outputs.
  const { examples } = z.globalRegistry.get(from.zodSchema) ?? {}
  if (Array.isArray(examples)) jsonSchema.examples = examples
  if (kind === 'intersection') openObjects(jsonSchema)
  // The library leaves out what an input is transformed to, so a union may have one member.
  const [only, ...others] = jsonSchema.anyOf ?? []
  if (only !== undefined && others.length === 0) {
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, only)
  }
  const { default: value, type } = jsonSchema
  // The replacement for an invalid path parameter, or a list instead of the text that it is sent as.
  const isText = Array.isArray(value) && type === 'string'
  if (kind === 'catch' || isText) delete jsonSchema.default
}

/** If both schemas of an intersection were closed, neither would allow the fields of the other. */
function openObjects(schema: JsonSchema): void {
  schema.allOf = JSON.parse(JSON.stringify(schema.allOf), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
}

/** Counts by state have each state: as properties that a client can name. */
function nameProperties(schema: JsonSchema): void {
  const { propertyNames, additionalProperties, required } = schema
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined) return
  if (required === undefined || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(required.map(name => [name, additionalProperties]))
  delete schema.propertyNames
  schema.additionalProperties = false
}
