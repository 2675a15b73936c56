import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../answers/allowed-methods.ts'

const TOKEN = 'token'

/**
 * Serves the OpenAPI document, made from the routes' schemas, at /openapi.json and a page to read
 * it on at /docs/. Neither needs a token. Comes before the routes that it is to describe.
 */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Call-tracking service',
        description:
          'Blocklist, failed webhook deliveries and directory of a call-tracking service.',
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
        },
      },
      security: [{ [TOKEN]: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: '/openapi.json', persistAuthorization: false },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  refuseOtherMethods(app, { url: '/openapi.json', name: 'OpenAPI document' })
}
