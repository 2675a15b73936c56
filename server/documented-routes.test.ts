import { expect, test } from 'vitest'
import { GATEWAY_PATHS } from './service/reference/gateway-paths.ts'
import { gatewayAndUpstream } from './testing/gateway-and-upstream.ts'

const both = gatewayAndUpstream()

test('the gateway has each route that the OpenAPI document describes of it', () => {
  const described = Object.entries(GATEWAY_PATHS).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => ({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    })),
  )
  expect(described.length).toBeGreaterThan(25)
  const { app } = both.gateway
  expect(described.filter(route => !app.hasRoute(route))).toEqual([])
})
