import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'
import { TELEPHONY_KEY_SCHEME } from '../telephony/telephony-schema.ts'
import { isNamed, nameSchemas } from './named-schemas.ts'
import { REPLAY_PATHS, REPLAY_SCHEMAS } from './replay-paths.ts'
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
 * Serves the OpenAPI document, generated from the routes' schemas, at /openapi.json and a page to
 * read it at /docs/. Neither needs a token. Register this before the routes that it describes.
 */
export async function serveReference(app: FastifyInstance): Promise<void> {
  nameSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Call-tracking service',
        description:
          'Blocklist, failed webhook deliveries and their replays, directory and telephony port of a call-tracking service.',
        version: '1',
      },
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
    transform: jsonSchemaTransform,
    transformObject: withNamedSchemas,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { persistAuthorization: false },
    staticCSP: PAGE_POLICY,
    transformSpecification: withRest,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => withRest(app.swagger()))
  refuseOtherMethods(app, { url: '/openapi.json', name: 'OpenAPI document' })
}

/** Adds what no route of the service describes: the webhooks, and the gateway's replays. */
function withRest(document: object) {
  const { paths, components, ...rest } = Parts.parse(document)
  return {
    ...rest,
    paths: { ...paths, ...REPLAY_PATHS },
    components: { ...components, schemas: { ...components.schemas, ...REPLAY_SCHEMAS } },
    webhooks: WEBHOOKS,
  }
}

const Parts = z.looseObject({
  paths: z.looseObject({}),
  components: z.looseObject({ schemas: z.looseObject({}) }),
})

/** Keeps each named schema once: the library adds an unused second one whose name ends in Input. */
const withNamedSchemas: SwaggerTransformObject = document => {
  const described = jsonSchemaTransformObject(document)
  const schemas = 'components' in described ? described.components?.schemas : undefined
  for (const id of Object.keys(schemas ?? {})) {
    if (schemas && !isNamed(id)) delete schemas[id]
  }
  return described
}
