/** The maximum wait, because a hidden tab never paints. */
const MAX_MS = 100

/** Resolves once the rendered content has been painted, so that invisible work can follow. */
export function afterPaint(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, MAX_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
