import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createSender } from './sender.ts'
import { receiversOfTests, settingsFor } from './testing/receivers-of-tests.ts'

const BODY = '{"call_id":9007199254740993,"name":"Zoë ☎"}'
const { receiver, senderTo } = receiversOfTests()

describe('what is sent', () => {
  it('the body is sent byte for byte, as JSON, with the caller’s headers', async () => {
    const to = await receiver()
    await senderTo(to).post(to.url, BODY, { 'webhook-id': 'msg_1' })
    expect(to.requests).toEqual([
      {
        method: 'POST',
        path: '/hook',
        body: BODY,
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(BODY)),
          'user-agent': 'Redial',
          'webhook-id': 'msg_1',
        }),
      },
    ])
  })

  it('a closed sender rejects and sends nothing', async () => {
    const to = await receiver()
    const sender = createSender(settingsFor(to))
    await sender.close()
    await expect(sender.post(to.url, BODY)).rejects.toThrow()
    expect(to.connections()).toBe(0)
  })
})

describe('the status rule', () => {
  it('counts a 200 as delivered and keeps the answer', async () => {
    const to = await receiver((_request, response) => void response.end('thanks ☎ \0'))
    expect(await senderTo(to).post(to.url, BODY)).toEqual({
      at: expect.any(Date),
      delivered: true,
      status: 200,
      error: null,
      cause: null,
      duration_ms: expect.any(Number),
      answer: 'thanks ☎ \uFFFD',
    })
  })

  it.each([201, 202, 204, 400, 404, 410, 429, 500, 503])('counts a %i as failed', async status => {
    const to = await receiver(status)
    expect(await senderTo(to).post(to.url, BODY)).toMatchObject({
      delivered: false,
      status,
      error: `answered ${status}; only 200 counts`,
    })
  })

  it.each([301, 302, 303, 307, 308])('counts a %i to a live target as failed', async status => {
    const target = await receiver()
    const to = await receiver(
      (_request, response) => void response.writeHead(status, { location: target.url }).end(),
    )
    const sender = senderTo(to, { exceptions: [to.exception, target.exception] })
    expect(await sender.post(to.url, BODY)).toMatchObject({
      delivered: false,
      status,
      error: `answered ${status}, a redirect; redirects are not followed`,
    })
    expect(target.connections()).toBe(0)
  })

  // RFC 9110, 15.2
  it.each<[string, (response: ServerResponse) => void]>([
    ['a 100 Continue', response => response.writeContinue()],
    ['a 102 Processing', response => response.writeProcessing()],
    ['103 Early Hints', response => response.writeEarlyHints({ link: '</a>; rel=preload' })],
    [
      'several interim answers',
      response => {
        response.writeContinue()
        response.writeProcessing()
        response.writeContinue()
      },
    ],
  ])('skips %s, on a connection that is reused', async (_name, writeInterim) => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n'
    const to = await receiver((_request, response) => {
      writeInterim(response)
      response.end(body)
    })
    const sender = senderTo(to)
    for (const _ of [1, 2]) {
      expect(await sender.post(to.url, BODY)).toMatchObject({
        delivered: true,
        status: 200,
        answer: body,
      })
    }
    to.behave((_request, response) => {
      writeInterim(response)
      response.writeHead(503).end()
    })
    expect(await sender.post(to.url, BODY)).toMatchObject({ delivered: false, status: 503 })
    expect(to.requests).toHaveLength(3)
    expect(to.connections()).toBe(1)
  })

  it('keeps the text of a failed answer', async () => {
    const to = await receiver((_request, response) => void response.writeHead(500).end('no disk'))
    expect(await senderTo(to).post(to.url, BODY)).toMatchObject({ status: 500, answer: 'no disk' })
  })
})
