import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import { SaveViewForm } from './save-view-form.tsx'
import { focusOnView, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-panel.module.css'
import { useSavedViews } from './use-saved-views.ts'

/** The account's views, and a form that saves what is looked at as one more. */
export function SavedViewsPanel({
  list,
  search,
  onGone,
}: Pick<ListProps, 'list' | 'search'> & { onGone: () => void }) {
  const { views, isIncomplete, problem, deleted, ...change } = useSavedViews()
  const [saved, setSaved] = useState<string | null>(null)
  return (
    <>
      <p className={classes.kept}>Kept in this browser only.</p>
      {isIncomplete && (
        <p className={classes.none}>
          {views.length === 0
            ? 'What this browser kept can’t be read, so the views that you saved here are not shown. They may have been saved by another version of Redial.'
            : 'Some of what this browser kept can’t be read, so it is left out. It may have been saved by another version of Redial.'}
        </p>
      )}
      {views.length === 0 && !isIncomplete && !deleted && (
        <p className={classes.none}>
          No views yet. Save the days and the settings that you often look at, and come back to them
          with one click.
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
              size="compact-xs"
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
            ? 'Nothing was changed: this browser has no room left for this page. Delete a view, or clear what other pages keep.'
            : 'Nothing was changed: this browser does not let Redial keep anything. Its private mode or its privacy settings may be why.'}
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
