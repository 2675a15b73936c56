import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Features that the dashboard doesn't need. An injected script could ask for them in Redial's name.
 */
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

const HSTS_S = 365 * 24 * 60 * 60

/** The same headers, for answers that are made before hooks run. A test compares them. */
export function earlySecurityHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'no-referrer',
    ...(isHttps && { 'strict-transport-security': `max-age=${HSTS_S}` }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

/**
 * Headers that limit what browsers do with an answer. They are on all answers, including files and
 * errors. `Referrer-Policy: no-referrer`, `nosniff` and
 * `Cross-Origin-Opener-Policy` and `-Resource-Policy: same-origin` are helmet's own choice.
 *
 * @param isHttps whether browsers reach us over https (PUBLIC_URL)
 */
export async function securityHeaders(
  app: FastifyInstance,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  await app.register(helmet, {
    // The page has its own policy; no other answer is a document.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // It has no meaning over http. Other hosts of the operator's domain are not ours to bind.
    strictTransportSecurity: isHttps && { maxAge: HSTS_S, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // This header asks for a process apart from other hosts of the same site. Chromium starts it once the answer is
    // there, which delays the first paint by 20 ms. The opener and resource policies also keep those hosts' pages away.
    originAgentCluster: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
}
