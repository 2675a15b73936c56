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
    // It may have been a moment without a connection.
  }
  try {
    return await load()
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : null
    throw new ApiError((await isReachable()) ? 'outdated' : 'offline', { detail })
  }
}
