import type { FastifyPluginAsync } from 'fastify'
import { administrationRoutes } from './administration/administration-routes.ts'
import { requireJsonAccepted } from './answers/require-json-accepted.ts'
import { callBatchRoutes } from './call-reports/call-batch-routes.ts'
import { reportRoutes } from './call-reports/report-routes.ts'
import { callStatusRoutes } from './call-status/call-status-routes.ts'
import { requireTelephonyKey } from './telephony/require-telephony-key.ts'
import type { TelephonyContext } from './telephony/telephony-context.ts'
import { telephonyRoutes } from './telephony/telephony-routes.ts'

/**
 * The telephony port, /telephony/v1/ (docs/decisions/0014): for the telephone switch, and for the
 * operator who administers partners and what belongs to them (docs/decisions/0055).
 */
export const telephonyPort: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  app.addHook('onRequest', requireJsonAccepted)
  app.addHook('onRequest', requireTelephonyKey(context.telephony))
  await app.register(telephonyRoutes, context)
  await app.register(reportRoutes, context)
  await app.register(callBatchRoutes, context)
  await app.register(callStatusRoutes, context)
  await app.register(administrationRoutes, context)
}
