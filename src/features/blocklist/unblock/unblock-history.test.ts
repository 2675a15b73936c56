import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { addToHistory } from './unblock-history.ts'

afterEach(() => vi.unstubAllGlobals())

it('works on pages without HTTPS, where browsers have no randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const queryClient = new QueryClient()
  const unblocked = {
    context: 'company' as const,
    entity: { name: 'Acme Cars', reference: 'acme' },
    numbers: ['27825551001'],
  }
  const ids = [addToHistory(queryClient, unblocked), addToHistory(queryClient, unblocked)]
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
})
