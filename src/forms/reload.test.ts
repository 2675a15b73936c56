import { afterEach, expect, test, vi } from 'vitest'
import { askBeforeLeaving, hasUnsavedInput } from './reload.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page doesn’t reload by itself while the browser asks before it is left', () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = askBeforeLeaving(() => true)
  expect(hasUnsavedInput()).toBe(true)
  stop()
  expect(hasUnsavedInput()).toBe(false)
})
