import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { SavedView } from './saved-view.ts'
import { freeName } from './view-name.ts'
import {
  hasUnreadable,
  keepViews,
  readText,
  type StorageProblem,
  storageKey,
  subscribeToViews,
  viewsOf,
} from './view-storage.ts'

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
