import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { sessionOwner } from '../session/account-storage.ts'
import { freeName, SavedView } from './saved-view.ts'

const signedIn = getRouteApi('/_signed-in')

/** Why views can't be stored: the storage is full or the browser blocks it. */
type StorageProblem = 'full' | 'forbidden'

/**
 * The account's views, stored in this browser. Each change returns whether it was stored. A view that
 * another tab has deleted is not changed.
 */
export function useSavedViews() {
  const { session } = signedIn.useRouteContext()
  // Each account has its own, so that the next person who signs in doesn't see them.
  const key = `redial:saved-views:${sessionOwner(session)}`
  const item = { key, defaultValue: '[]', deserialize: (value?: string) => value ?? '[]' }
  const [text, setText] = useLocalStorage({
    ...item,
    getInitialValueInEffect: false,
    serialize: value => value,
  })
  const { views, isIncomplete } = useMemo(() => parseViews(text), [text])
  const [problem, setProblem] = useState<StorageProblem | null>(null)

  /**
   * Changes the stored views, which another tab may have changed. Keeps those that can't be parsed, because
   * another version may understand them.
   */
  const store = (changeViews: (stored: SavedView[]) => SavedView[] | false): boolean => {
    const before = parseViews(readLocalStorageValue(item))
    const after = changeViews(before.views)
    if (after === false) return false
    const newText = JSON.stringify([...after, ...before.unreadable])
    const failure = problemOfStoring(key, newText)
    setProblem(failure)
    if (failure === null) setText(newText)
    return failure === null
  }
  return {
    views,
    /** Whether `views` lacks stored views that can't be parsed. */
    isIncomplete,
    problem,
    add: (view: SavedView) =>
      store(others => [...others, { ...view, name: freeName(view.name, others) }]),
    change: (id: string, changes: Partial<SavedView>) =>
      store(
        stored =>
          stored.some(view => view.id === id) &&
          stored.map(view => (view.id === id ? { ...view, ...changes } : view)),
      ),
    remove: ({ id }: SavedView) => store(stored => stored.filter(view => view.id !== id)),
    /** Puts a view back that was removed from the position `at`. Its name may have been taken meanwhile. */
    putBack: (view: SavedView, at: number) =>
      store(stored => stored.toSpliced(at, 0, { ...view, name: freeName(view.name, stored) })),
  }
}

/** The text may come from another version, or be broken. */
function parseViews(text: string) {
  const entries = entriesOf(text)
  const isView = (entry: unknown) => SavedView.safeParse(entry).success
  const unreadable = entries?.filter(entry => !isView(entry)) ?? []
  return {
    views: entries?.flatMap(entry => SavedView.safeParse(entry).data ?? []) ?? [],
    unreadable,
    isIncomplete: entries === undefined || unreadable.length > 0,
  }
}

function entriesOf(text: string): unknown[] | undefined {
  try {
    return z.array(z.unknown()).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Stores the text; `useLocalStorage` doesn't say whether that was possible. */
function problemOfStoring(key: string, text: string): StorageProblem | null {
  try {
    localStorage.setItem(key, text)
    return null
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return isFull ? 'full' : 'forbidden'
  }
}
