// Long: hundreds of connections are held, reused and closed.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { aMomentLater, eventually } from '../../testing/eventually.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer, startUpstream, type UpstreamHandler } from '../../testing/peers/test-upstream.ts'
import { signIn, startTestGateway } from '../../testing/test-gateway.ts'
import { ReplayClient } from '../replays/testing/replay-client.ts'

const both = gatewayAndUpstream()
const OWN = { authorization: `Token ${TOKEN}` }
const PATH = '/v1/call_events_fail/'

// Connections that a caller opened and never used would delay its closing.
afterAll(() => both.gateway.app.server.closeAllConnections())

describe('connections', () => {
  test('are kept alive and shared by all requests of all callers', async () => {
    const { cookie } = await signedIn()
    for (let round = 0; round < 20; round++) {
      for (const path of [PATH, '/v2/company/', '/v1/blocklist/']) {
        await request(both.url(path), { headers: { cookie } }).then(({ body }) => body.dump())
      }
      await new ReplayClient(both.gateway.url, TOKEN).prepare({ events: [{ id: '1' }] })
    }
    const sockets = new Set(both.upstream.requests.map(({ socket }) => socket.remotePort))
    expect(both.upstream.requests.length).toBeGreaterThanOrEqual(80)
    // undici doesn't use a connection again in the turn of the event loop in which its answer ended.
    expect(sockets.size).toBeLessThanOrEqual(2)
  })

  test('are closed when the caller goes away, before the answer begins and during it', async () => {
    for (const begins of [false, true]) {
      const there = Promise.withResolvers<void>()
      const left = Promise.withResolvers<void>()
      both.upstream.behave((_, response) => {
        if (begins) response.write('[')
        response.once('close', left.resolve)
        there.resolve()
      })
      const ask = httpRequest(both.url(PATH), { headers: OWN })
      ask.on('error', () => {})
      ask.end()
      await there.promise
      if (begins) await once(ask, 'response')
      ask.destroy()
      await left.promise
    }
  })

  test('an answer is passed on as it arrives, not collected first', async () => {
    const goOn = Promise.withResolvers<void>()
    both.upstream.behave(async (_, response) => {
      response.write('[1')
      await goOn.promise
      response.end(']')
    })
    const ask = httpRequest(both.url(PATH), { headers: OWN }).end()
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    await once(answered, 'readable')
    expect(String(answered.read())).toBe('[1')
    goOn.resolve()
    expect(await text(answered)).toBe(']')
  })

  test('a caller who reads slowly slows the service down: nothing piles up here', async () => {
    const MEBIBYTE = Buffer.alloc(1024 * 1024, '1')
    let sent = 0
    let isHeldUp = false
    both.upstream.behave(async (_, response) => {
      while (!response.destroyed && sent < 128) {
        sent++
        if (response.write(MEBIBYTE)) continue
        isHeldUp = true
        await once(response, 'drain').catch(() => {})
      }
      response.end()
    })
    const ask = httpRequest(both.url(PATH), { headers: OWN }).end()
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    await eventually(() => isHeldUp)
    // Data that exceeds the connections' own buffers stays at the service until it is read.
    let bytes = 0
    for await (const chunk of answered) {
      bytes += chunk.length
      expect(sent - bytes / MEBIBYTE.length).toBeLessThan(60)
    }
    expect(bytes).toBe(128 * MEBIBYTE.length)
  })
})

describe('base addresses', () => {
  test.each([
    ['/', '127.0.0.1'],
    ['/a%20b/tracking/', '::1'],
    ['/tracking', 'localhost'],
  ])('with the path "%s" at %s', async (path, host) => {
    const upstream = await startUpstream((_, response) => answer(response, 200, []), {
      host: host === '::1' ? '::1' : '127.0.0.1',
    })
    const { port } = new URL(upstream.url)
    const name = host === '::1' ? '[::1]' : host
    const gateway = await startTestGateway(`http://${name}:${port}${path}`)
    onTestFinished(async () => {
      await gateway.close()
      await upstream.close()
    })
    const cookie = await signIn(gateway, { token: TOKEN })
    const { statusCode } = await request(`${gateway.url}${PATH}?page=2`, { headers: { cookie } })
    expect(statusCode).toBe(200)
    const base = path.replace(/\/$/, '')
    expect(upstream.proofs.map(({ url }) => url)).toEqual([`${base}${PATH}?page_size=1`])
    expect(upstream.requests.map(({ url }) => url)).toEqual([`${base}${PATH}?page=2`])
    for (const { headers } of [...upstream.proofs, ...upstream.requests])
      expect(headers.host).toBe(`${name}:${port}`)
    // A script that follows a redirect comes back through the gateway.
    upstream.behave((_, response) => {
      response.writeHead(301, { location: `${base}/v1/other/?a=1` }).end()
    })
    const redirected = await request(`${gateway.url}/v1/other`, { headers: OWN })
    expect(redirected.headers.location).toBe('/v1/other/?a=1')
  })
})

describe('reads at most two lists of an account at a time', () => {
  /**
   * Counts requests under way. It answers nobody until there are `enough`, and then a moment later.
   */
  function counting(enough: number) {
    const open = { most: 0, now: 0 }
    const reached = Promise.withResolvers<void>()
    const handler: UpstreamHandler = async (_, response) => {
      open.most = Math.max(open.most, ++open.now)
      if (open.now === enough) reached.resolve()
      await reached.promise
      aMomentLater(() => {
        open.now--
        answer(response, 200, { count: 0, next: null, previous: null, results: [] })
      })
    }
    return { open, handler }
  }

  const get = (headers: Record<string, string>, path = PATH) =>
    request(both.url(path), { headers }).then(({ body }) => body.dump())

  test('in all tabs and replay runs together', async () => {
    const tabs = [await signedIn(), await signedIn()]
    const { open, handler } = counting(2)
    both.upstream.behave(handler)
    const client = new ReplayClient(both.gateway.url, TOKEN)
    await Promise.all([
      ...Array.from({ length: 12 }, (_, at) => get(tabs[at % 2] ?? {}, `${PATH}?page=${at}`)),
      ...[1, 2, 3].map(() => client.prepare()),
      ...[1, 2, 3].map(() => client.prepare({ events: [{ id: '1' }] })),
    ])
    expect(open.most).toBe(2)
  })

  test('another manager does not wait', async () => {
    const { open, handler } = counting(6)
    const others = await startUpstreamFor((request, response) =>
      request.query.has('counted') ? handler(request, response) : answer(response, 200, []),
    )
    const cookies = await Promise.all(
      ['one', 'two', 'three'].map(token => signIn(others, { token })),
    )
    await Promise.all(
      cookies
        .flatMap(cookie => [cookie, cookie, cookie])
        .map(cookie =>
          request(`${others.url}${PATH}?counted=1`, { headers: { cookie } }).then(({ body }) =>
            body.dump(),
          ),
        ),
    )
    expect(open.most).toBe(6)
  })

  test('a request that is cancelled, broken off or refused makes room', async () => {
    const { cookie } = await signedIn()
    const hung: Promise<unknown>[] = []
    const givenUp: AbortController[] = []
    both.upstream.behave((incoming, response) => {
      if (incoming.query.has('hang')) return
      if (incoming.query.has('cut'))
        return void response.writeHead(200).write('[', () => response.destroy())
      if (incoming.query.has('lost')) return void response.destroy()
      answer(response, 200, [])
    })
    for (let place = 0; place < 4; place++) {
      const given = new AbortController()
      givenUp.push(given)
      hung.push(fetch(both.url(`${PATH}?hang=1`), { headers: { cookie }, signal: given.signal }))
    }
    // Two are under way, and two wait for their turn or are about to.
    await expect.poll(() => both.upstream.requests.length).toBe(2)
    for (const given of givenUp) given.abort()
    await Promise.allSettled(hung)
    for (const how of ['cut', 'lost', 'cut', 'lost', 'fine']) {
      await get({ cookie }, `${PATH}?${how}=1`).catch(() => {})
    }
    expect((await request(both.url(PATH), { headers: { cookie } })).statusCode).toBe(200)
  })

  test('changes, and scripts with their own token, do not wait', async () => {
    const { cookie } = await signedIn()
    both.upstream.behave(() => {})
    const leave = new AbortController()
    onTestFinished(() => leave.abort())
    const hang = () =>
      fetch(both.url(PATH), { headers: { cookie }, signal: leave.signal }).catch(() => {})
    void hang()
    void hang()
    await expect.poll(() => both.upstream.requests.length).toBe(2)
    both.upstream.behave((_, response) => answer(response, 200, []))
    expect((await request(both.url(PATH), { headers: OWN })).statusCode).toBe(200)
    const posted = await request(both.url('/v1/blocklist/'), {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(posted.statusCode).toBe(200)
  })
})

async function signedIn() {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  both.upstream.requests.length = 0
  return { cookie }
}

async function startUpstreamFor(handler: UpstreamHandler) {
  const upstream = await startUpstream(handler)
  const gateway = await startTestGateway(upstream.url)
  onTestFinished(async () => {
    await upstream.close()
    await gateway.close()
  })
  return gateway
}
