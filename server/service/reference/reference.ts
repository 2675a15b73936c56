import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { TELEPHONY_KEY_SCHEME } from '../telephony/telephony-context.ts'
import { API_DESCRIPTION, API_TAGS, API_TITLE } from './api-description.ts'
import { describeRoute, JSON_SCHEMAS } from './describe-route.ts'
import { FIELD_ERRORS, isNamed, isNamedInput, nameSchemas } from './named-schemas.ts'
import { WEBHOOKS } from './webhooks.ts'

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

/**
 * The OpenAPI document of one or more apps, generated from the schemas of their routes when somebody
 * first asks for it.
 */
export class Reference {
  readonly #apps: FastifyInstance[] = []

  /** Describes the routes of `app` that are registered after this and have an `operationId`. */
  async describe(app: FastifyInstance): Promise<void> {
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
    this.#apps.push(app)
  }

  /** Serves the document at /openapi.json, and a page to read it at /docs/. Neither needs a token. */
  async serve(app: FastifyInstance): Promise<void> {
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { persistAuthorization: false },
      staticCSP: PAGE_POLICY,
      transformSpecification: () => this.#document(),
    })
    app.get('/openapi.json', { schema: { hide: true } }, async () => this.#document())
    refuseOtherMethods(app, { url: '/openapi.json', name: 'OpenAPI document' })
  }

  #document() {
    const documents = this.#apps.map(app => Parts.parse(withInputNames(app.swagger())))
    return {
      // Each has all named schemas. The last one also has the examples in the bodies of all routes.
      ...documents.at(-1),
      paths: Object.assign({}, ...documents.map(({ paths }) => paths)),
      webhooks: WEBHOOKS,
    }
  }
}

const Parts = z.looseObject({ paths: z.looseObject({}) })

/** The library appends "Input" to body schemas. We remove it, because ours are used only for bodies. */
function withInputNames(document: object): unknown {
  const name = /"#\/components\/schemas\/(\w+)Input"/g
  const text = JSON.stringify(document)
  return JSON.parse(
    text.replace(name, (reference, id: string) =>
      isNamedInput(id) ? `"#/components/schemas/${id}"` : reference,
    ),
  )
}

const jsonSchemaTransformObject = createJsonSchemaTransformObject(JSON_SCHEMAS)

/** Keeps each named schema once: the library adds an unused second one whose name ends in Input. */
const withNamedSchemas: SwaggerTransformObject = document => {
  const described = jsonSchemaTransformObject(document)
  const schemas = 'components' in described ? described.components?.schemas : undefined
  if (schemas === undefined) return described
  for (const [id, schema] of Object.entries(schemas)) {
    const input = id.replace(/Input$/, '')
    if (id !== input && isNamedInput(input)) schemas[input] = schema
    if (!isNamed(id)) delete schemas[id]
  }
  schemas.FieldErrors = FIELD_ERRORS
  return described
}
