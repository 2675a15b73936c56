import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_DESCRIPTION } from './service/reference/api-description.ts'
import { openDescribedRedial } from './service/reference/testing/described-redial.ts'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { routesOf } from './testing/routes-of.ts'

/** Routes that the OpenAPI document names only in its description, each with the reason. */
const FOR_BROWSERS: Record<string, string> = {
  'POST /gateway/session': 'signs a browser in with a cookie; a script sends its token each time',
  'DELETE /gateway/session': 'signs the browser out that sends its cookie',
  'PUT /gateway/session/name': 'names the person of a session; a script has the name of its token',
  'POST /gateway/activity/exports': 'the dashboard reports that a person saved a file',
  'GET /gateway/notice-links': 'a page for whoever opens a link in a message',
  'POST /gateway/notice-links': 'the button of that page',
}

const redial = await closedAfterAll(openDescribedRedial())

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

const asText = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

test('the OpenAPI document describes each route of the gateway, except those for browsers', async () => {
  const { paths } = Document.parse((await redial.ask('GET', '/openapi.json')).body)
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => ({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    })),
  )
  const ofGateway = described.filter(({ url }) => url.startsWith('/gateway/'))
  expect(ofGateway.length).toBeGreaterThan(25)
  const routes = routesOf(redial.gateway.app).filter(({ url }) => url.startsWith('/gateway/'))
  const expected = [...ofGateway.map(asText), ...Object.keys(FOR_BROWSERS)]
  expect(routes.map(asText).toSorted()).toEqual(expected.toSorted())
  for (const route of Object.keys(FOR_BROWSERS)) {
    expect(API_DESCRIPTION).toContain(`\`${route.split(' ')[1]}\``)
  }
})
