import { expect, test } from 'vitest'
import { API_DESCRIPTION } from './service/reference/api-description.ts'
import { GATEWAY_PATHS } from './service/reference/gateway-paths.ts'
import { gatewayAndUpstream } from './testing/gateway-and-upstream.ts'
import { routesOf } from './testing/routes-of.ts'

/** Routes that the OpenAPI document names only in its description, each with the reason. */
const FOR_BROWSERS: Record<string, string> = {
  'POST /gateway/session': 'signs a browser in with a cookie; a script sends its token each time',
  'DELETE /gateway/session': 'signs the browser out that sends its cookie',
  'PUT /gateway/session/name': 'names the person of a session; a script has the name of its token',
  'POST /gateway/activity/exports': 'the dashboard reports that a person saved a file',
  'POST /gateway/csp-reports': 'browsers report violations of the policy of the pages',
}

const both = gatewayAndUpstream()

const described = Object.entries(GATEWAY_PATHS).flatMap(([path, operations]) =>
  Object.keys(operations).map(method => ({
    method: method.toUpperCase(),
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
  })),
)
const asText = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

test('the gateway has each route that the OpenAPI document describes of it', () => {
  expect(described.length).toBeGreaterThan(25)
  const { app } = both.gateway
  expect(described.filter(route => !app.hasRoute(route))).toEqual([])
})

test('the OpenAPI document describes each route of the gateway, except those for browsers', () => {
  const routes = routesOf(both.gateway.app).filter(({ url }) => url.startsWith('/gateway/'))
  const expected = [...described.map(asText), ...Object.keys(FOR_BROWSERS)]
  expect(routes.map(asText).toSorted()).toEqual(expected.toSorted())
  for (const route of Object.keys(FOR_BROWSERS)) {
    expect(API_DESCRIPTION).toContain(`\`${route.split(' ')[1]}\``)
  }
})
