import type { FastifyPluginAsync } from 'fastify'
import { callerCheckRoutes } from './caller-check-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { trackingNumberRoutes } from './tracking-number-routes.ts'

/** What the telephone switch configures and asks. Its reports are in call-reports/. */
export const telephonyRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  await app.register(trackingNumberRoutes, context)
  await app.register(secretRoutes, context)
  await app.register(callerCheckRoutes, context)
}
