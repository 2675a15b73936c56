import * as z from 'zod/mini'
import { SavedView } from './saved-view.ts'

/** Why nothing can be kept: the browser has no room left, or doesn't let this page keep anything. */
export type StorageProblem = 'full' | 'forbidden'

/** Told when this tab has changed what is kept; of other tabs, the browser tells. */
const listeners = new Set<() => void>()

/** Each account has its own: whoever signs in here next doesn't see what others named. */
export function storageKey(account: { service: string; name: string | null }): string {
  return `redial:saved-views:${account.service}:${account.name ?? ''}`
}

export function subscribeToViews(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** What is kept, as it is kept; null where that is nothing, or mustn't be looked at. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The views that can be read. Others were kept by another version, or are broken. */
export function viewsOf(text: string | null): SavedView[] {
  return entriesOf(text).flatMap(entry => SavedView.safeParse(entry).data ?? [])
}

/** Whether something is kept that can't be read. */
export function hasUnreadable(text: string | null): boolean {
  return !Entries.safeParse(parsed(text)).success || unreadable(text).length > 0
}

function unreadable(text: string | null): unknown[] {
  return entriesOf(text).filter(entry => !SavedView.safeParse(entry).success)
}

function entriesOf(text: string | null): unknown[] {
  return Entries.safeParse(parsed(text)).data ?? []
}

const Entries = z.array(z.unknown())

/**
 * Keeps these views, and beside them what can't be read: another version may be able to.
 *
 * @returns null once they are kept
 */
export function keepViews(key: string, views: SavedView[]): StorageProblem | null {
  try {
    localStorage.setItem(key, JSON.stringify([...views, ...unreadable(readText(key))]))
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'full'
      : 'forbidden'
  }
  for (const listener of listeners) listener()
  return null
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return null
  }
}
