import { startTestGateway, type TestGateway } from '../../../testing/test-gateway.ts'
import { openTestService, type TestService } from '../../../testing/test-service.ts'
import { Reference } from '../reference.ts'

/** Our own service, whose OpenAPI document also describes the gateway in front of it. */
export async function openDescribedRedial(): Promise<TestService & { gateway: TestGateway }> {
  const reference = new Reference()
  const service = await openTestService({ telephony: {}, reference })
  const gateway = await startTestGateway(service.origin, {
    own: { describeRoutes: app => reference.describe(app) },
  })
  return {
    ...service,
    gateway,
    async close() {
      await gateway.close()
      await service.close()
    },
  }
}
