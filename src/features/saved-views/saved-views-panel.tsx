import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import { SaveViewForm } from './save-view-form.tsx'
import type { SavedView } from './saved-view.ts'
import { focusOnView, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-panel.module.css'
import * as messages from './saved-views-panel-messages.ts'
import { useSavedViews } from './use-saved-views.ts'

/** The account's views, and a form that saves the current page as another. */
export function SavedViewsPanel({
  list,
  search,
  onGone,
}: Pick<ListProps, 'list' | 'search'> & { onGone: () => void }) {
  const { views, isIncomplete, problem, deleted, ...change } = useSavedViews()
  const [saved, setSaved] = useState<{ text: string; before?: SavedView } | null>(null)
  const start = useRef<HTMLParagraphElement>(null)
  // The panel stays mounted while it is closed, for a name that somebody has begun to type.
  useEffect(() => {
    const popover = start.current?.closest('[popover]')
    const clear = () => setSaved(null)
    popover?.addEventListener('beforetoggle', clear)
    return () => popover?.removeEventListener('beforetoggle', clear)
  }, [])
  const undo = (before: SavedView | undefined) => {
    if (before === undefined || !change.restore(before)) return
    setSaved(null)
    focusOnView(before.id)
  }
  return (
    <>
      <p ref={start} className={classes.kept}>
        {messages.storedInBrowser}
      </p>
      {isIncomplete && (
        <p className={classes.none}>
          {views.length === 0 ? messages.noneReadable : messages.someNotReadable}
        </p>
      )}
      {views.length === 0 && !isIncomplete && !deleted && (
        <p className={classes.none}>{messages.noViewsYet}</p>
      )}
      <SavedViewList
        views={views}
        current={{ list, search }}
        onOpen={onGone}
        onRename={(id, name) => {
          setSaved(null)
          return change.change(id, { name })
        }}
        onUpdate={(before, view) => {
          const isKept = change.change(view.id, view)
          setSaved(isKept ? { text: messages.viewUpdated(view.name), before } : null)
          focusOnView(view.id)
        }}
        onDelete={view => {
          setSaved(null)
          change.remove(view)
        }}
      />
      <div role="status">
        {saved !== null && !deleted && (
          <p className={classes.notice}>
            {saved.text}{' '}
            {saved.before && (
              <Button size="xs" variant="default" onClick={() => undo(saved.before)}>
                {messages.undo}
              </Button>
            )}
          </p>
        )}
        {deleted && (
          <p className={classes.notice}>
            {messages.viewDeleted(deleted.name)}{' '}
            <Button
              size="xs"
              variant="default"
              autoFocus
              onClick={() => {
                change.putBack()
                focusOnView(deleted.id)
              }}
            >
              {messages.undo}
            </Button>
          </p>
        )}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem === 'full' ? messages.storageFull : messages.storageForbidden}
        </p>
      )}
      <SaveViewForm
        list={list}
        search={search}
        views={views}
        onSave={view => {
          const isKept = change.add(view)
          setSaved(isKept ? { text: messages.viewSaved(view.name) } : null)
          return isKept
        }}
      />
    </>
  )
}
