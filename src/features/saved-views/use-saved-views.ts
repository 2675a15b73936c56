import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { type SessionOwner, sessionOwner } from '../session/account-storage.ts'
import { freeName, SavedView } from './saved-view.ts'

const signedIn = getRouteApi('/_signed-in')

/** The account's views, stored in this browser. Each change returns whether it was stored. */
export function useSavedViews() {
  const { session } = signedIn.useRouteContext()
  const key = useMemo(() => storageKey(session), [session])
  const text = useSyncExternalStore(
    subscribeToViews,
    () => readText(key),
    () => null,
  )
  const views = useMemo(() => viewsOf(text), [text])
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  const [deleted, setDeleted] = useState<{ view: SavedView; at: number } | null>(null)

  /** Changes the stored views, which another tab may have changed. */
  const keep = (change: (views: SavedView[]) => SavedView[]): boolean => {
    const failure = keepViews(key, change(viewsOf(readText(key))))
    setProblem(failure)
    return failure === null
  }
  return {
    views,
    /** Whether `views` lacks stored views that can't be parsed. */
    isIncomplete: hasUnreadable(text),
    problem,
    /** The view that was deleted last, until it is restored or another change is made. */
    deleted: deleted?.view ?? null,
    add: (view: SavedView) => {
      setDeleted(null)
      return keep(known => [...known, view])
    },
    /** Stores another name, or what the view shows now. */
    change: (id: string, changes: Partial<SavedView>) => {
      setDeleted(null)
      return keep(known => known.map(view => (view.id === id ? { ...view, ...changes } : view)))
    },
    /** Stores the view as it was, except for its name. */
    restore: (before: SavedView) =>
      keep(known =>
        known.map(view => (view.id === before.id ? { ...before, name: view.name } : view)),
      ),
    remove: (view: SavedView) => {
      const at = views.findIndex(({ id }) => id === view.id)
      if (keep(known => known.filter(({ id }) => id !== view.id))) setDeleted({ view, at })
    },
    putBack: () => {
      if (deleted === null) return
      const { view, at } = deleted
      const isBack = keep(known =>
        known.toSpliced(at, 0, { ...view, name: freeName(view.name, known) }),
      )
      if (isBack) setDeleted(null)
    },
  }
}

/** Why views can't be stored: the storage is full or the browser blocks it. */
export type StorageProblem = 'full' | 'forbidden'

/**
 * Called when this tab changes the stored views. The browser's `storage` event reports only other
 * tabs.
 */
const listeners = new Set<() => void>()

/** Each account has its own views, so that the next person who signs in doesn't see them. */
export function storageKey(session: SessionOwner): string {
  return `redial:saved-views:${sessionOwner(session)}`
}

export function subscribeToViews(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The stored text; null if there is none or the browser blocks access. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The views that can be parsed. Others were stored by another version or are broken. */
export function viewsOf(text: string | null): SavedView[] {
  return entriesOf(text).flatMap(entry => SavedView.safeParse(entry).data ?? [])
}

/** Whether some stored views can't be parsed. */
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
 * Stores these views and keeps those that can't be parsed, because another version may understand
 * them.
 *
 * @returns null after they were stored
 */
export function keepViews(key: string, views: SavedView[]): StorageProblem | null {
  try {
    const all = [...views, ...unreadable(readText(key))]
    localStorage.setItem(key, JSON.stringify(all))
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
