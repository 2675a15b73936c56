import { onlineManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

/**
 * How often Redial is polled. A server restart has no event, and some browsers report no connection
 * either.
 */
const LOOK_EVERY_MS = 5_000

const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

/**
 * Calls back when Redial can be reached again. One poll serves all callers, and it stops while the
 * tab is hidden.
 *
 * @returns a function that cancels it
 */
export function whenReachable(callback: () => void): () => void {
  waiting.add(callback)
  if (timer === null) {
    timer = setInterval(look, LOOK_EVERY_MS)
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    waiting.delete(callback)
    if (waiting.size === 0) stop()
  }
}

function stop(): void {
  if (timer !== null) clearInterval(timer)
  timer = null
  window.removeEventListener('online', look)
  document.removeEventListener('visibilitychange', look)
}

async function look(): Promise<void> {
  if (document.hidden || !(await isReachable())) return
  stop()
  const callbacks = [...waiting]
  waiting.clear()
  for (const callback of callbacks) callback()
}

export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Loads code that a page doesn't need at first.
 *
 * @param load an `import()`
 * @throws ApiError of kind `offline` if Redial can't be reached, otherwise `outdated`, because a new
 *   deployment renames its files
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await load()
    await Promise.all([...failedStyleSheets].map(loadStyleSheetAgain))
    return module
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : null
    if (await isReachable()) throw new ApiError('outdated', { detail })
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (hasFailed(link)) failedStyleSheets.add(link)
    }
    throw new ApiError('offline', { detail })
  }
}

/** Vite treats them as loaded after the first attempt, so a part would be shown without its styles. */
const failedStyleSheets = new Set<HTMLLinkElement>()

function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    // Chromium has a sheet without readable rules after a network error.
    return true
  }
}

async function loadStyleSheetAgain(failed: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = failed.href
  const answer = new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
  failedStyleSheets.delete(failed)
  failed.replaceWith(link)
  await answer
}

/**
 * Whether the browser has a connection. It may have one while Redial can't be reached, which only a
 * failed request shows.
 */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    // The outlines of pages are rendered on the server.
    () => true,
  )
}

export function useWhenOnlineAgain(onOnline: () => void): void {
  useEffect(
    () =>
      onlineManager.subscribe(isOnline => {
        if (isOnline) onOnline()
      }),
    [onOnline],
  )
}
