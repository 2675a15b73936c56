import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { answerOf, openTestService, type TestService } from '../../../testing/test-service.ts'
import { serveReference } from '../reference.ts'

/** The gateway in front of our own service, whose OpenAPI document describes both. */
export async function openDescribedRedial(): Promise<
  Pick<TestService, 'ask' | 'close'> & { gateway: TestGateway }
> {
  const service = await openTestService({ telephony: {} })
  const gateway = await startTestGateway(service.origin, {
    own: { serveReference: app => serveReference(app, service.app) },
  })
  return {
    gateway,
    ask: (method, path, ask) => answerOf(method, `${gateway.url}${path}`, ask),
    async close() {
      await gateway.close()
      await service.close()
    },
  }
}
