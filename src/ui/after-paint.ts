/** So long at most: a tab that is hidden never paints. */
const MAX_MS = 100

/** Resolves once what was rendered has been painted: what isn't seen at once comes after what is. */
export function afterPaint(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, MAX_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
