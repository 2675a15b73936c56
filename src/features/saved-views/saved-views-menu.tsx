import { Button, Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { IconBookmarks } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListProps } from '../failed-events/list-search.ts'
import { SaveViewForm } from './save-view-form.tsx'
import { focusOnView, SavedViewList } from './saved-view-list.tsx'
import classes from './saved-views-menu.module.css'
import { useSavedViews } from './use-saved-views.ts'

/** Opens the views that were saved, and saves the one that is looked at. */
export function SavedViewsMenu({ list, search }: Pick<ListProps, 'list' | 'search'>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(380px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      classNames={{ dropdown: classes.menu }}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmarks size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Saved views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <Views list={list} search={search} onGone={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Views({
  list,
  search,
  onGone,
}: Pick<ListProps, 'list' | 'search'> & { onGone: () => void }) {
  const { views, problem, deleted, ...change } = useSavedViews()
  const [saved, setSaved] = useState<string | null>(null)
  return (
    <>
      <p className={classes.kept}>Kept in this browser only.</p>
      {views.length === 0 && !deleted && (
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
