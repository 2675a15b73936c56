import type { Locator } from '@playwright/test'

/** Where a visible element is, in pixels. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${element} is hidden`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
