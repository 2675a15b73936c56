import { ApiError } from './api-error.ts'
import { isReachable } from './when-reachable.ts'

/**
 * Loads code that a page doesn't need at first, and retries once.
 *
 * @param load an `import()`
 * @throws ApiError of kind `offline` if Redial can't be reached, otherwise `outdated`, because a new
 *   deployment renames its files
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

/** Removes a style sheet that failed to load. Vite would treat it as loaded at the next attempt. */
function forgetFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.remove()
  }
}
