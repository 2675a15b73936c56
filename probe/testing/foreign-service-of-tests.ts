import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect } from 'vitest'
import {
  answer,
  startUpstream,
  type TestUpstream,
} from '../../server/testing/peers/test-upstream.ts'
import {
  type Exception,
  type ForeignService,
  startForeignService,
  TOKEN,
} from './foreign-service.ts'
import { differencesOf, runProbeAgainst } from './run-probe-against.ts'

export const CALLS = '/v1/call_events_fail/'

/** Each test has its own service and a second address that must never be asked. */
export function foreignServiceOfTests() {
  let service: ForeignService
  let elsewhere: TestUpstream
  beforeEach(async () => {
    service = await startForeignService()
    elsewhere = await startUpstream((_, response) => answer(response, 200, []))
  })
  afterEach(async () => {
    expect(elsewhere.requests).toEqual([])
    await service.close()
    await elsewhere.close()
  })
  return {
    service: () => service,
    elsewhere: () => elsewhere,
    /** The differences that are found in a service with this exception, among others. */
    async expectDifferences(exception: Exception, due: (string | RegExp)[]) {
      service.except(exception)
      const report = await runProbeAgainst(service.url)
      expect(report.stopped).toBeNull()
      const differences = differencesOf(report)
      for (const words of due) expect(differences).toContainEqual(expect.stringMatching(words))
    },
  }
}

/** Answers requests to `path` that carry the token. */
export function on(path: string, handler: Exception): Exception {
  return (request, response) => {
    if (request.headers.authorization !== `Token ${TOKEN}`) return false
    if (new URL(request.url ?? '', 'http://service').pathname !== path) return false
    return handler(request, response) ?? true
  }
}

export function html(response: ServerResponse, status: number, head: Record<string, string> = {}) {
  return response.writeHead(status, { 'content-type': 'text/html', ...head }).end('<h1>Odd</h1>')
}
