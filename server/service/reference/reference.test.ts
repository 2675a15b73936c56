import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { COMMON, isTelephony, OPERATIONS } from './testing/described-operations.ts'
import { openDescribedRedial } from './testing/described-redial.ts'

const Content = z.record(z.string(), z.object({ schema: z.looseObject({}) }))

const Operation = z.object({
  operationId: z.string().regex(/^[a-z]+([A-Z][a-z]+)*$/),
  summary: z.string(),
  tags: z.tuple([z.string()]),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(z.object({ name: z.string() })).default([]),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string().refine(text => text !== 'Default Response'),
      // What is answered with 204 has none.
      content: Content.optional(),
    }),
  ),
})

const Document = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.tuple([z.object({ url: z.literal('/') })]),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  security: z.tuple([z.record(z.string(), z.array(z.string()))]),
  components: z.object({
    securitySchemes: z.object({
      token: z.looseObject({ name: z.literal('Authorization') }),
      telephonyKey: z.looseObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
    schemas: z.record(z.string(), z.looseObject({})),
  }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.object({
        operationId: z.string(),
        tags: z.tuple([z.string()]),
        requestBody: z.object({
          content: z.object({
            'application/json': z.object({
              schema: z.object({ properties: z.object({ call_id: z.looseObject({}) }) }),
            }),
          }),
        }),
      }),
    }),
  ),
})

const service = await closedAfterAll(openDescribedRedial())
const { body, text } = await service.ask('GET', '/openapi.json')
const document = Document.parse(body)

describe('the reference', () => {
  test('describes every operation with its parameters and each answer, and no others', async () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { parameters, responses }]) =>
          [
            `${method} ${path}`,
            parameters.map(({ name }) => name),
            Object.keys(responses),
          ] as const,
      ),
    )
    const isGateway = ([operation]: readonly [string, ...unknown[]]) =>
      operation.includes(' /gateway/')
    const expected = OPERATIONS.map(([operation, parameters, statuses]) => [
      operation,
      parameters,
      [...statuses, ...COMMON, ...(isTelephony(operation) ? [] : ['429'])].toSorted(),
    ])
    const ofService = described.filter(one => !isGateway(one))
    expect(ofService.toSorted()).toEqual(expected.toSorted())
    // documented-routes.test.ts compares the operations of the gateway with its routes.
    for (const [operation, , statuses] of described.filter(isGateway)) {
      const common = operation === 'get /gateway/session' ? ['429', '500'] : ['401', '500']
      expect(statuses).toEqual(expect.arrayContaining(common))
    }
  })

  test("names the telephone switch's key, and a token for everything else", async () => {
    const { paths, security } = document
    expect(security).toEqual([{ token: [] }])
    for (const [path, operations] of Object.entries(paths)) {
      for (const operation of Object.values(operations)) {
        const key = [{ telephonyKey: [] }]
        const isOpen = path === '/gateway/session'
        expect(operation.security).toEqual(isTelephony(path) ? key : isOpen ? [] : undefined)
      }
    }
  })

  test('gives each operation a name of its own and a tag that is described', async () => {
    const { paths, webhooks, tags } = document
    const operations = [
      ...Object.values(paths).flatMap(methods => Object.values(methods)),
      ...Object.values(webhooks).map(({ post }) => post),
    ]
    const names = operations.map(({ operationId }) => operationId)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    const used = new Set(operations.flatMap(operation => operation.tags))
    expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
  })

  test('has no schema that refers to itself: generated clients could not name it', async () => {
    const { schemas } = document.components
    for (const [name, schema] of Object.entries(schemas)) {
      expect(JSON.stringify(schema)).not.toContain(`schemas/${name}"`)
    }
  })

  test('refers only to schemas that it contains, and contains no unused ones', async () => {
    const referred = text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    const names = new Set([...referred].map(([, name]) => name))
    expect([...names].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  test('describes a replay of all events, of those that match, and by the ids in the lists', async () => {
    const { schemas } = document.components
    expect(schemas).toMatchObject({
      FailedEventRecord: { properties: { id: { type: 'integer' } } },
      ReplayRequest: {
        required: ['list', 'from_date', 'to_date', 'events'],
        properties: {
          events: {
            anyOf: [
              { const: 'all' },
              { properties: { matching: { properties: { company: { type: 'string' } } } } },
              {
                items: {
                  required: ['id'],
                  properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
                },
              },
            ],
          },
        },
      },
    })
  })

  test('describes the payload of each webhook', async () => {
    // The second is the one that the page reads.
    expect((await service.ask('GET', '/docs/json')).body).toEqual(body)
    expect(Object.keys(document.webhooks)).toEqual([
      'call_termination',
      'missed_call_saver',
      'data_event',
    ])
  })

  test('can be read without a token', async () => {
    const page = await service.ask('GET', '/docs/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('swagger-ui')
    // Without its own policy it would get the gateway's, which allows no script.
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  })
})
