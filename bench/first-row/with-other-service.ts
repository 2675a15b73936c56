import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { startApp } from '../../server/app.ts'
import { readEnv } from '../../server/config/read-env.ts'
import { listen } from '../../server/testing/peers/listen.ts'
import type { FilledDashboard } from '../dashboard/with-filled-dashboard.ts'
import { withFolder } from '../with-folder.ts'

/** The names that the service has instead of ours. */
const NAMES = { id: 'pk', callback_url: 'webhook_url', failed_at: 'created' }

export type OtherService = {
  /** Redial in front of the service. */
  url: string
  /** The service with our own names, for the floor, and as slow. */
  plainUrl: string
}

/** Starts a service that has the same events under other names, and Redial in front of it. */
export function withOtherService<Result>(
  { url: target, folder }: Pick<FilledDashboard, 'url' | 'folder'>,
  answerMs: number,
  benchmark: (service: OtherService) => Promise<Result>,
): Promise<Result> {
  return withFolder(async DATA_DIR => {
    const services = [
      await startSlowService(target, answerMs, NAMES),
      await startSlowService(target, answerMs, {}),
    ] as const
    const UPSTREAM_URL = services[0].url
    const env = readEnv({ DATA_DIR, UPSTREAM_URL, PORT: '0', LOG_LEVEL: 'error' })
    const app = await startApp(env, { dashboardFolder: folder })
    try {
      return await benchmark({ url: app.url, plainUrl: services[1].url })
    } finally {
      await app.close()
      for (const { stop } of services) stop()
    }
  })
}

async function startSlowService(target: string, answerMs: number, names: Record<string, string>) {
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { authorization = '' } = headers
    const [answer] = await Promise.all([
      fetch(`${target}${url}`, { headers: { authorization, accept: 'application/json' } }),
      setTimeout(answerMs),
    ])
    let text = await answer.text()
    for (const [own, other] of Object.entries(names)) {
      text = text.replaceAll(`"${own}":`, `"${other}":`)
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
