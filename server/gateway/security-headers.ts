import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What the dashboard has no use for; an injected script could ask for it in Redial's name. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = UNUSED_FEATURES.map(feature => `${feature}=()`).join(', ')

/**
 * The headers that keep browsers from doing more with an answer than it is meant for: on all
 * answers, files and errors included. `Referrer-Policy: no-referrer`, `nosniff` and
 * `Cross-Origin-Opener-Policy` and `-Resource-Policy: same-origin` are helmet's own choice.
 *
 * @param isHttps whether browsers reach us over https (PUBLIC_URL)
 */
export async function securityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    // The page has a policy of its own; nothing else that we answer is a document.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Over http it means nothing. Other hosts of the operator's domain are not ours to bind.
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
}
