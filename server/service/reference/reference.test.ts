import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestService, type TestService } from '../../testing/test-service.ts'

const Operation = z.object({
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(z.object({ name: z.string() })).default([]),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string().refine(text => text !== 'Default Response'),
      content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }),
    }),
  ),
})

const Document = z.object({
  openapi: z.literal('3.1.0'),
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

const COMMON = ['401', '406', '500']
const isTelephony = (path: string) => path.includes('/telephony/')
const PAGE = ['page', 'page_size']
const NUMBER = ['phone_number']
const BODY = ['400', '413', '415']
const DAYS = ['from_date', 'to_date']

const OPERATIONS: [operation: string, parameters: string[], statuses: string[]][] = [
  ['get /v1/blocklist/', PAGE, ['200', '403', '404']],
  ['post /v1/blocklist/', [], ['201', '400', '403', '413', '415']],
  ['post /v1/blocklist/unblock/', [], ['200', '400', '403', '404', '413', '415']],
  ['get /v1/call_events_fail/', [...DAYS, ...PAGE], ['200', '400', '404']],
  ['get /v1/transcription_events_fail/', [...DAYS, ...PAGE], ['200', '400', '404']],
  ['get /v2/company/', PAGE, ['200', '404']],
  ['get /v2/contact/', PAGE, ['200', '404']],
  ['get /v2/available_source/', [], ['200']],
  ['get /v1/tn_prefixes/', [], ['200']],
  ['get /telephony/v1/tracking_numbers/', PAGE, ['200', '404']],
  ['get /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '400', '404']],
  ['put /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '201', ...BODY]],
  ['patch /telephony/v1/tracking_numbers/{phone_number}/', NUMBER, ['200', '404', ...BODY]],
  ['get /telephony/v1/tracking_numbers/{phone_number}/secret/', NUMBER, ['200', '400', '404']],
  ['post /telephony/v1/tracking_numbers/{phone_number}/secret/', NUMBER, ['201', '404', ...BODY]],
  ['post /telephony/v1/callers/check/', [], ['200', '404', ...BODY]],
  ['post /telephony/v1/calls/', [], ['200', '201', '409', ...BODY]],
  ['post /telephony/v1/analyses/', [], ['200', '201', '404', '409', ...BODY]],
]

const RUN = '/gateway/replays/{id}'
const EVENT = ['list', 'event_id']

/** The gateway's operations, which don't check Accept and have no limit per token. */
const REPLAYS: [operation: string, parameters: string[], statuses: string[]][] = [
  ['post /gateway/replays', [], ['201', '400', '409', '413', '429']],
  ['get /gateway/replays', PAGE, ['200', '400', '404']],
  [`get ${RUN}`, ['id'], ['200', '404']],
  [`get ${RUN}/items`, ['id', 'state', ...PAGE], ['200', '400', '404']],
  [`post ${RUN}/start`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/pause`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/resume`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/cancel`, ['id'], ['200', '404', '409']],
  [`post ${RUN}/again`, ['id'], ['201', '404', '409']],
  ['get /gateway/replay-items', EVENT, ['200', '400']],
  ['get /gateway/replay-history', EVENT, ['200', '400']],
]

describe('the reference', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ telephony: {} })
  })
  afterAll(() => service.close())

  test('describes every operation with its parameters and each answer, and no others', async () => {
    const { body } = await service.ask('GET', '/openapi.json')
    const { paths } = Document.parse(body)
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method} ${path}`,
        operation.parameters.map(parameter => parameter.name),
        Object.keys(operation.responses),
      ]),
    )
    const expected = OPERATIONS.map(([operation, parameters, statuses]) => [
      operation,
      parameters,
      [...statuses, ...COMMON, ...(isTelephony(operation) ? [] : ['429'])].toSorted(),
    ])
    const replays = REPLAYS.map(([operation, parameters, statuses]) => [
      operation,
      parameters,
      [...statuses, '401', '500'].toSorted(),
    ])
    expect(described.toSorted()).toEqual([...expected, ...replays].toSorted())
  })

  test("names the telephone switch's key, and a token for everything else", async () => {
    const { body } = await service.ask('GET', '/openapi.json')
    const { paths, security } = Document.parse(body)
    expect(security).toEqual([{ token: [] }])
    for (const [path, operations] of Object.entries(paths)) {
      for (const operation of Object.values(operations)) {
        const telephony = { tags: ['Telephony'], security: [{ telephonyKey: [] }] }
        if (isTelephony(path)) expect(operation).toMatchObject(telephony)
        else expect(operation.security).toBeUndefined()
      }
    }
  })

  test('refers only to schemas that it contains, and contains no unused ones', async () => {
    const { body, text } = await service.ask('GET', '/openapi.json')
    const referred = text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    const names = new Set([...referred].map(([, name]) => name))
    expect([...names].toSorted()).toEqual(
      Object.keys(Document.parse(body).components.schemas).toSorted(),
    )
  })

  test('describes a replay by the ids in the lists of failed events', async () => {
    const { body } = await service.ask('GET', '/openapi.json')
    const { schemas } = Document.parse(body).components
    expect(schemas).toMatchObject({
      FailedEventRecord: { properties: { id: { type: 'integer' } } },
      ReplayRequest: {
        required: ['list', 'from_date', 'to_date', 'events'],
        properties: {
          events: {
            anyOf: [
              { const: 'all' },
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
    const { body } = await service.ask('GET', '/openapi.json')
    expect((await service.ask('GET', '/docs/json')).body).toEqual(body)
    expect(Object.keys(Document.parse(body).webhooks)).toEqual([
      'call_termination',
      'missed_call_saver',
      'data_event',
    ])
  })

  test('can be read without a token, and is a known route like any other', async () => {
    const page = await service.ask('GET', '/docs/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('swagger-ui')
    // Without its own policy it would get the gateway's, which allows no script.
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(await service.ask('DELETE', '/openapi.json')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    })
  })
})
