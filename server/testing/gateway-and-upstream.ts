import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  answer,
  EMPTY_PAGE,
  startUpstream,
  type TestUpstream,
  type UpstreamHandler,
} from './peers/test-upstream.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

/** The only token that the upstream accepts. */
export const TOKEN = 'a'.repeat(40)

const takesOneToken: UpstreamHandler = (incoming, response) => {
  if (incoming.headers.authorization !== `Token ${TOKEN}`) {
    return answer(response, 401, { detail: 'Invalid token.' })
  }
  answer(response, 200, EMPTY_PAGE)
}

/**
 * A gateway in front of a test upstream, for all tests of a file. Before each test the upstream
 * forgets its requests and answers with an empty page again.
 */
export function gatewayAndUpstream(options: TestGatewayOptions = {}) {
  let upstream: TestUpstream
  let gateway: TestGateway
  beforeAll(async () => {
    upstream = await startUpstream(() => {})
    gateway = await startTestGateway(upstream.url, options)
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
  })
  beforeEach(() => {
    upstream.requests.length = 0
    upstream.proofs.length = 0
    upstream.behave(takesOneToken)
    upstream.prove(takesOneToken)
  })
  return {
    get upstream() {
      return upstream
    },
    get gateway() {
      return gateway
    },
    url: (path: string) => `${gateway.url}${path}`,
  }
}
