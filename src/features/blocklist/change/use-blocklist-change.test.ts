import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { BLOCKLIST_PATH } from '../../../../contract/blocklist.ts'
import { SIGNED_OUT_HEADER } from '../../../../contract/session.ts'
import { serve } from '../../../api/testing/serve.ts'
import { useBlocklistChange } from './use-blocklist-change.tsx'

const ACME = { context: 'company', reference: 'ACME', name: 'Acme Cars' } as const
const BERG = { context: 'company', reference: 'BERG', name: 'Berg Auto' } as const
const NUMBERS = Array.from({ length: 10_001 }, (_, index) => String(27_820_000_000 + index))

afterEach(() => vi.unstubAllGlobals())

/** What the page's function that makes changes returns, at a service that answers `answers` unblock requests. */
async function unblock(answers: number) {
  let requests = 0
  const url = await serve((request, response) => {
    if (request.url?.startsWith(`${BLOCKLIST_PATH}unblock/`)) {
      const isRefused = ++requests > answers
      if (isRefused) response.setHeader(SIGNED_OUT_HEADER, 'true')
      response.writeHead(isRefused ? 401 : 200).end('{}')
    } else {
      const listed = [ACME, BERG].map(({ context, ...entity }) => ({
        entity,
        entity_context_name: context,
        blocked_phone_number_list: NUMBERS.map(phone_number => ({ phone_number })),
      }))
      response.end(JSON.stringify(listed))
    }
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, url), init))
  let run: ReturnType<typeof useBlocklistChange>['run'] | undefined
  function Page() {
    run = useBlocklistChange().run
    return null
  }
  const client = new QueryClient()
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
  return run?.([ACME, BERG].map(entity => ({ isBlock: false, entity, numbers: NUMBERS })))
}

test('a change that the end of the session stops says what was done before', async () => {
  const summaries = await unblock(1)
  expect(summaries?.map(({ done, rest }) => [done.length, rest.length])).toEqual([
    [10_000, 1],
    [0, 10_001],
  ])
})
