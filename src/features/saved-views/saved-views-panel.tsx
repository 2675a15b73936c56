import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import { SaveViewForm } from './save-view-form.tsx'
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
  const [saved, setSaved] = useState<string | null>(null)
  return (
    <>
      <p className={classes.kept}>{messages.storedInBrowser}</p>
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
        onRename={change.rename}
        onDelete={view => {
          setSaved(null)
          change.remove(view)
        }}
      />
      <div role="status">
        {saved !== null && !deleted && (
          <p className={classes.notice}>{messages.viewSaved(saved)}</p>
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
          setSaved(isKept ? view.name : null)
          return isKept
        }}
      />
    </>
  )
}
