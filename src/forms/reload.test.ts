import { afterEach, expect, test, vi } from 'vitest'
import { askBeforeLeaving, hasUnsavedInput } from './reload.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page doesn’t reload by itself while leaving it needs a confirmation', () => {
  vi.stubGlobal('window', new EventTarget())
  const stop = askBeforeLeaving(() => true)
  expect(hasUnsavedInput()).toBe(true)
  stop()
  expect(hasUnsavedInput()).toBe(false)
})
