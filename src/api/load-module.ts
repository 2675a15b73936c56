import { ApiError } from './api-error.ts'
import { isReachable } from './is-reachable.ts'

/**
 * Loads a part of Redial that a page doesn't need at first, and tries once more where that fails.
 *
 * @param load an `import()`
 * @throws ApiError of kind `offline` where Redial can't be reached; of kind `outdated` where it can,
 *   since its files have other names after a new deployment
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    forgetFailedStyles()
  }
  try {
    return await load()
  } catch (cause) {
    forgetFailedStyles()
    const detail = cause instanceof Error ? cause.message : null
    throw new ApiError((await isReachable()) ? 'outdated' : 'offline', { detail })
  }
}

/** A style sheet that failed stays in the page, and Vite takes it for loaded the next time. */
function forgetFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.remove()
  }
}
