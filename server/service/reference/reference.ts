import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from '@fastify/type-provider-zod'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { DetailBody, ValidationBody } from '../../../contract/errors.ts'
import { described } from '../../http/described.ts'
import { TELEPHONY_KEY_SCHEME } from '../telephony/telephony-context.ts'
import { API_DESCRIPTION, API_TAGS, API_TITLE, WEBHOOKS } from './api-description.ts'
import { FIELD_ERRORS, NAMED, NAMED_INPUTS, nameSchemas } from './named-schemas.ts'

const TOKEN = 'token'

/** The page includes its scripts, and adds styles at run time. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** Has an app describe its routes that are registered after this and have an `operationId`. */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  nameSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: API_TITLE, description: API_DESCRIPTION, version: '1' },
      // Wherever the document was loaded from.
      servers: [{ url: '/' }],
      tags: API_TAGS,
      components: {
        securitySchemes: {
          [TOKEN]: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The word Token, a space, and the API token: `Authorization: Token …`',
          },
          [TELEPHONY_KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description: 'The key of the telephone switch: `Authorization: Bearer …`',
          },
        },
      },
      security: [{ [TOKEN]: [] }],
    },
    transform: describeRoute,
    transformObject: withNamedSchemas,
  })
}

/**
 * Serves the OpenAPI document of the service and of the gateway's routes that are registered after this, at
 * /openapi.json, and a page to read it at /docs/. Neither needs a token. It is generated when somebody first asks.
 */
export async function serveReference(
  gateway: FastifyInstance,
  service: FastifyInstance,
): Promise<void> {
  await documentRoutes(gateway)
  const document = () => documentOf([service, gateway])
  await gateway.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { persistAuthorization: false },
    staticCSP: PAGE_POLICY,
    transformSpecification: document,
  })
  gateway.get('/openapi.json', { schema: { hide: true } }, async () => document())
}

function documentOf(apps: FastifyInstance[]) {
  const documents = apps.map(app => Parts.parse(withInputNames(app.swagger())))
  return {
    // Each has all named schemas. The last one also has the examples in the bodies of all routes.
    ...documents.at(-1),
    paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
    webhooks: WEBHOOKS,
  }
}

const Parts = z.looseObject({ paths: z.looseObject({}) })

/** The library appends "Input" to body schemas. We remove it, because ours are used only for bodies. */
function withInputNames(document: object): unknown {
  const name = /"#\/components\/schemas\/(\w+)Input"/g
  const text = JSON.stringify(document)
  return JSON.parse(
    text.replace(name, (reference, id: string) =>
      id in NAMED_INPUTS ? `"#/components/schemas/${id}"` : reference,
    ),
  )
}

/** Keeps each named schema once: the library adds an unused second one whose name ends in Input. */
const withNamedSchemas: SwaggerTransformObject = document => {
  const described = jsonSchemaTransformObject(document)
  const schemas = 'components' in described ? described.components?.schemas : undefined
  if (schemas === undefined) return described
  for (const [id, schema] of Object.entries(schemas)) {
    const input = id.replace(/Input$/, '')
    if (id !== input && input in NAMED_INPUTS) schemas[input] = schema
    if (!(id in NAMED)) delete schemas[id]
  }
  schemas.FieldErrors = FIELD_ERRORS
  return described
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** How zod's schemas become JSON schemas. */
const JSON_SCHEMAS = { zodToJsonConfig: { override: simplify } }

const jsonSchemaTransform = createJsonSchemaTransform(JSON_SCHEMAS)
const jsonSchemaTransformObject = createJsonSchemaTransformObject(JSON_SCHEMAS)

/** Describes a route that has an `operationId`. */
const describeRoute: typeof jsonSchemaTransform = route => {
  const { schema, url } = route
  if (schema?.operationId === undefined) return { schema: { hide: true }, url }
  const { errors, example, text, response, ...rest } = schema
  if (rest.body instanceof z.core.$ZodType && example !== undefined) {
    z.globalRegistry.add(rest.body, { ...z.globalRegistry.get(rest.body), examples: [example] })
  }
  const { schema: transformed } = jsonSchemaTransform({
    ...route,
    schema: { ...rest, response: { ...Answers.parse(response), ...errorsOf(schema, route.route) } },
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

const NO_TOKEN = 'The Authorization header is missing or malformed, or the token is invalid.'

/** What any endpoint of the service answers (docs/interface.md, "Status codes"). */
const OF_SERVICE = { 406: 'The Accept header does not allow JSON.' }

/** The telephone switch is never throttled. */
const THROTTLED = { 429: 'Too many requests with this token. Retry-After says how long to wait.' }

/** What an endpoint of the gateway answers if it reads a body or parameters. */
const INVALID = 'Fields or parameters that are missing or invalid, by name.'

/** What an endpoint of the service answers if it reads a body. */
const OF_BODY = {
  400: 'Missing or invalid fields, by name; or a body that is not JSON (Detail).',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
}

function errorsOf(
  { errors, security, body, querystring, params }: FastifySchema,
  { url, method }: RouteOptions,
) {
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(String(method))
  const isOfService = !url.startsWith('/gateway/')
  const all = {
    ...(security?.length !== 0 && { 401: NO_TOKEN }),
    ...(isOfService && OF_SERVICE),
    ...(isOfService && !url.startsWith('/telephony/') && THROTTLED),
    ...(!isOfService && (body ?? querystring ?? mayBeInvalid(params)) && { 400: INVALID }),
    ...errors,
    ...(isOfService && hasBody && OF_BODY),
    500: 'Unexpected server error.',
  }
  const bodyOf400 = hasBody ? z.union([ValidationBody, DetailBody]) : ValidationBody
  return Object.fromEntries(
    Object.entries(all).map(([status, error]) => [
      status,
      typeof error === 'string'
        ? described(status === '400' ? bodyOf400 : DetailBody, error)
        : error,
    ]),
  )
}

/** Some paths accept malformed ids, which belong to nothing. */
function mayBeInvalid(params: unknown): boolean {
  return params instanceof z.core.$ZodType && !z.safeParse(params, {}).success
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
