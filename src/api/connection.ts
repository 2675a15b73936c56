import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
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
    return await load()
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : null
    throw new ApiError((await isReachable()) ? 'outdated' : 'offline', { detail })
  }
}

/**
 * Whether the browser has a connection. It may have one while Redial can't be reached, which only a
 * failed request shows.
 */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    onChange => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  )
}

export function useWhenOnlineAgain(onOnline: () => void): void {
  const onChange = useEffectEvent((isOnline: boolean) => isOnline && onOnline())
  useEffect(() => onlineManager.subscribe(isOnline => onChange(isOnline)), [])
}
