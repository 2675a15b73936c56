import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ProcessParts } from './build-worker.ts'
import type { Env } from './config/env.ts'
import type { Clock } from './config/timings.ts'
import type { Demo } from './demo/demo.ts'
import { buildGateway } from './gateway/gateway.ts'
import { SignInLinks } from './gateway/session/sign-in-links.ts'
import type { ObserveRequest } from './http/observe-requests.ts'
import { openSecrets } from './open-secrets.ts'
import { checksBeforeToken } from './service/answers/endpoints.ts'
import { formerPartnerOf, partnerOf } from './service/authentication/account.ts'
import { countDays } from './service/failed-events/failed-events-routes.ts'
import { serveReference } from './service/reference/reference.ts'
import { buildService } from './service/service.ts'
import type { TelephonyDependencies } from './service/telephony/telephony-context.ts'
import { requireTelephonyKey } from './service/telephony/telephony-context.ts'
import { nameOfService, serviceKey } from './service-name.ts'
import { receiverProblem } from './webhooks/http/receiver-url.ts'
import type { SenderSettings } from './webhooks/http/sender.ts'
import { createReceiverTester } from './webhooks/http/test-receiver.ts'

type WebDependencies = ProcessParts & {
  demo: Demo | null
  receivers: SenderSettings
  /** null in front of a foreign service. */
  telephony: Omit<TelephonyDependencies, 'receiverProblem'> | null
  observeServiceRequest: ObserveRequest
  clock: Clock
  dashboardFolder: string
}

export type Web = {
  /** Not listening yet. */
  gateway: FastifyInstance
  /** Our own service. It only listens on loopback, because clients reach it through the gateway. */
  service: FastifyInstance | null
  telephonyKey: string | null
  links: SignInLinks
}

/**
 * What answers people, scripts and the telephone switch: the gateway, with our own service behind it.
 */
export async function buildWeb(dependencies: WebDependencies): Promise<Web> {
  const { env, database, receivers, telephony, logger } = dependencies
  const { db } = database
  const problemOf = (url: string) => receiverProblem(url, receivers)
  // Requests of its own gateway, which don't count against the person's limit.
  const readerKey = randomUUID()
  const service =
    telephony &&
    (await buildService({
      db,
      timeZone: env.TIME_ZONE,
      logger,
      readerKey,
      maxPageSize: env.PAGE_SIZE_LIMIT,
      observeRequest: dependencies.observeServiceRequest,
      telephony: { ...telephony, receiverProblem: problemOf },
    }))
  try {
    const serviceUrl = await service?.listen({ host: '127.0.0.1', port: 0 })
    const upstreamName = serviceKey(env)
    const { seals, keys } = await openSecrets(env, db)
    const links = new SignInLinks(db, seals, upstreamName)
    const gateway = await buildGateway({
      ...dependencies,
      db,
      workerDb: database.workerDb,
      longDb: database.longDb,
      makesAttempts: env.ROLE !== 'web',
      testReceiver: createReceiverTester(receivers),
      receiverProblem: problemOf,
      links,
      seals,
      keys,
      own: service &&
        telephony && {
          accountOf: authorization => partnerOf(db, authorization),
          formerAccountOf: authorization => formerPartnerOf(db, authorization),
          countDays: (authorization, days) => countDays(db, authorization, days),
          readerKey,
          checkBeforeToken: checksBeforeToken(service),
          checkTelephonyKey: requireTelephonyKey(telephony),
          serveReference: app => serveReference(app, service),
        },
      upstreamUrl: env.UPSTREAM_URL ?? serviceUrl ?? '',
      includesToDate: env.UPSTREAM_TO_DATE && env.UPSTREAM_TO_DATE === 'included',
      upstreamName,
      serviceName: serviceName(env, dependencies.demo),
      publicUrl: env.PUBLIC_URL,
      allowedHosts: [...env.ALLOWED_HOSTS, env.HOST],
      trustProxy: env.TRUST_PROXY,
      timeZone: env.TIME_ZONE,
      fieldFile: env.FIELD_MAP ?? null,
      notices: {
        everyMs: env.NOTICE_INTERVAL,
        mail:
          env.SMTP_URL === undefined || env.NOTICE_FROM === undefined
            ? null
            : { url: env.SMTP_URL, from: env.NOTICE_FROM },
      },
      routes: dependencies.operations,
    })
    return { gateway, service, telephonyKey: telephony?.key ?? null, links }
  } catch (error) {
    await service?.close()
    throw error
  }
}

function serviceName(env: Env, demo: Demo | null): string {
  if (env.UPSTREAM_URL !== undefined) return nameOfService(env.UPSTREAM_URL)
  if (demo !== null) return 'the demo service'
  return env.PUBLIC_URL === undefined ? 'this service' : new URL(env.PUBLIC_URL).host
}
