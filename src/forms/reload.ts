import { isReachable, whenReachable } from '../api/connection.ts'

const RELOADED_AT_KEY = 'redial.reloaded-at'

/** If the page still fails after a reload, another reload within this time won't help. */
const NOT_AGAIN_WITHIN_MS = 5 * 60_000

const checks = new Set<() => boolean>()

/**
 * Registers input that a reload would discard, so that the page never reloads automatically while there is any.
 *
 * @returns a function that unregisters it
 */
export function guardInput(hasInput: () => boolean): () => void {
  checks.add(hasInput)
  return () => checks.delete(hasInput)
}

/**
 * Guards input in the same way, and has the browser ask before a person reloads or leaves the page while there is
 * any.
 *
 * @returns a function that ends it
 */
export function askBeforeLeaving(hasInput: () => boolean): () => void {
  const stopGuarding = guardInput(hasInput)
  const ask = (event: BeforeUnloadEvent) => {
    if (hasInput()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => {
    stopGuarding()
    window.removeEventListener('beforeunload', ask)
  }
}

export function hasUnsavedInput(): boolean {
  return [...checks].some(hasInput => hasInput())
}

/**
 * Reloads the page if one of its files can't be loaded: once if Redial answers, because a new deployment has renamed
 * the files, otherwise when the connection is back. Firefox, and Chromium before version 156, never load a file again
 * that failed to load.
 */
export function reloadAfterFailedLoads(): void {
  window.addEventListener('vite:preloadError', async () => {
    if (await isReachable()) reloadOnce()
    else whenReachable(reloadWithoutInput)
  })
}

/** A dialog asks a person to decide something, and a reload would close it. */
function mayReload(): boolean {
  return !hasUnsavedInput() && document.querySelector('dialog[open]') === null
}

/** @returns whether there is neither input nor an open dialog, so that the page reloads */
export function reloadWithoutInput(): boolean {
  const isReloading = mayReload()
  if (isReloading) window.location.reload()
  return isReloading
}

/** Reloads the page at a person's request. Without a connection, the browser would replace it by its own error. */
export async function reloadAsAsked(): Promise<void> {
  if (await isReachable()) window.location.reload()
}

function reloadOnce(): void {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (!mayReload() || Date.now() - reloadedAt < NOT_AGAIN_WITHIN_MS) return
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    window.location.reload()
  } catch {
    // Without session storage, the page could reload again and again.
  }
}
