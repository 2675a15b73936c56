import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import { SaveViewForm } from './save-view-form.tsx'
import { focusOnView, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-panel.module.css'
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
      <p className={classes.kept}>Stored in this browser only.</p>
      {isIncomplete && (
        <p className={classes.none}>
          {views.length === 0
            ? 'Redial can’t read your saved views. Another version of Redial may have saved them.'
            : 'Redial can’t read some of your saved views. Another version of Redial may have saved them.'}
        </p>
      )}
      {views.length === 0 && !isIncomplete && !deleted && (
        <p className={classes.none}>
          No views yet. Save the dates and filters that you often use, and open them with one click.
        </p>
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
        {saved !== null && !deleted && <p className={classes.news}>“{saved}” was saved.</p>}
        {deleted && (
          <p className={classes.news}>
            “{deleted.name}” was deleted.{' '}
            <Button
              size="xs"
              variant="default"
              autoFocus
              onClick={() => {
                change.putBack()
                focusOnView(deleted.id)
              }}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem === 'full'
            ? 'Nothing was saved, because this browser has no storage left for Redial. Delete a view and try again.'
            : 'Nothing was saved, because this browser does not let Redial store anything. Check whether it is in private mode or blocks site data.'}
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
