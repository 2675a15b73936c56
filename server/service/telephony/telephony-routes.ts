import type { FastifyPluginAsync } from 'fastify'
import { requireJsonAccepted } from '../answers/require-json-accepted.ts'
import { callerCheckRoutes } from './caller-check-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { requireTelephonyKey } from './require-telephony-key.ts'
import { secretRoutes } from './secret-routes.ts'
import type { TelephonyContext } from './telephony-context.ts'
import { trackingNumberRoutes } from './tracking-number-routes.ts'

/** The telephone switch's port, /telephony/v1/ (docs/decisions/0014). */
export const telephonyRoutes: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  app.addHook('onRequest', requireJsonAccepted)
  app.addHook('onRequest', requireTelephonyKey(context.telephony.key))
  await app.register(trackingNumberRoutes, context)
  await app.register(secretRoutes, context)
  await app.register(callerCheckRoutes, context)
  await app.register(reportRoutes, context)
}
