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

/** The account's views that this browser keeps. Each change says whether it was kept. */
export function useSavedViews() {
  const { session } = signedIn.useRouteContext()
  const key = storageKey(session)
  const text = useSyncExternalStore(subscribeToViews, () => readText(key))
  const views = useMemo(() => viewsOf(text), [text])
  const [problem, setProblem] = useState<StorageProblem | null>(null)
  const [deleted, setDeleted] = useState<{ view: SavedView; at: number } | null>(null)

  /** Changes what is kept by now: another tab may have been faster. */
  const keep = (change: (views: SavedView[]) => SavedView[]): boolean => {
    const failure = keepViews(key, change(viewsOf(readText(key))))
    setProblem(failure)
    return failure === null
  }
  return {
    views,
    /** Some of what is kept can't be read, and is left out of `views`. */
    isIncomplete: hasUnreadable(text),
    problem,
    /** The view that was deleted last, until it is put back or another change is made. */
    deleted: deleted?.view ?? null,
    add: (view: SavedView) => {
      setDeleted(null)
      return keep(known => [...known, view])
    },
    rename: (id: string, name: string) => {
      setDeleted(null)
      return keep(known => known.map(view => (view.id === id ? { ...view, name } : view)))
    },
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
