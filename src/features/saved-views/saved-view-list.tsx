import { ActionIcon, Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import {
  IconDeviceFloppy,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SavedView } from '../../../contract/saved-view.ts'
import { useTimes } from '../../format/times.ts'
import * as uiMessages from '../../ui/messages.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import { useList } from '../event/list/use-list.tsx'
import { EVENT_TABLE } from '../failed-events/list/event-columns.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import { formatViewDays, layoutOf, queryOf, rangeAt, searchOf, updateView } from './saved-view.ts'
import classes from './saved-view-list.module.css'
import { ViewForm, type ViewValues } from './view-form.tsx'

type SavedViewListProps = {
  title: string
  views: SavedView[]
  editedId: string | null
  /** A person begins to edit a view, or stops with null. */
  onEditing: (id: string | null) => void
  onOpen: () => void
  /** Rejects if the view could not be changed. */
  onEdit: (view: SavedView, values: ViewValues) => Promise<unknown>
  onUpdate: (before: SavedView, view: SavedView) => void
  onDefault: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

export function SavedViewList(props: SavedViewListProps) {
  const { title, views, editedId, onEdit, ...on } = props
  const current = useList()
  const today = useTimes().today()
  const { layout, onLayout } = useTableLayout(EVENT_TABLE)
  if (views.length === 0) return null
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {views.map(view => {
          const { id, name, list, days, is_shared, is_default, who } = view
          if (id === editedId) {
            const close = () => on.onEditing(null)
            return (
              <li key={id} className={classes.view}>
                <EditViewForm
                  view={view}
                  onEdit={async values => {
                    await onEdit(view, values)
                    close()
                  }}
                  onClose={close}
                />
              </li>
            )
          }
          const isOpen = isCurrent(view, current, today)
          const { title: listTitle, path } = LIST_LABELS[list]
          return (
            <li key={id} className={classes.view}>
              <Link
                id={linkId(id)}
                to={path}
                search={searchOf(view, today)}
                className={classes.link}
                preload={false}
                // Otherwise a view is also current if a search or a filter was added.
                activeOptions={{ exact: true }}
                aria-current={isOpen || undefined}
                onClick={() => {
                  onLayout(layout => layoutOf(view) ?? layout)
                  on.onOpen()
                }}
              >
                <span className={classes.name}>{name}</span>
                <span className={classes.what}>
                  {listTitle}, {formatViewDays(days)}
                  {is_shared && who !== null && (
                    <>
                      {' · '}
                      <span translate="no">{who}</span>
                    </>
                  )}
                </span>
              </Link>
              <Action
                label={
                  is_default
                    ? `Stop opening ${listTitle} with ${name}`
                    : `Always open ${listTitle} with ${name}`
                }
                icon={is_default ? IconStarFilled : IconStar}
                onClick={() => on.onDefault(view)}
              />
              {list === current.list && !isOpen && (
                <Action
                  label={`Update ${name} to the current days, filters and columns`}
                  icon={IconDeviceFloppy}
                  onClick={() =>
                    on.onUpdate(view, { ...updateView(view, current.search, today), layout })
                  }
                />
              )}
              <Action label={`Edit ${name}`} icon={IconPencil} onClick={() => on.onEditing(id)} />
              <Action label={`Delete ${name}`} icon={IconTrash} onClick={() => on.onDelete(view)} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

type ActionProps = { label: string; icon: typeof IconPencil; onClick: () => void }

function Action({ label, icon: Icon, onClick }: ActionProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The id of the element that opens a view. */
export function linkId(id: string): string {
  return `view-${id}`
}

function isCurrent(view: SavedView, { list, search }: ReturnType<typeof useList>, today: string) {
  const { from, to } = rangeAt(view.days, today)
  return (
    view.list === list && from === search.from && to === search.to && view.query === queryOf(search)
  )
}

type EditViewFormProps = {
  view: SavedView
  onEdit: (values: ViewValues) => Promise<unknown>
  onClose: () => void
}

function EditViewForm({ view, onEdit, onClose }: EditViewFormProps) {
  const { id, name, is_shared } = view
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes only the form, wherever its focus is.
    <div
      className={classes.edit}
      onKeyDown={key => {
        if (key.key !== 'Escape') return
        // Close only the form, not the popover around it.
        key.preventDefault()
        onClose()
      }}
    >
      <ViewForm
        id={id}
        values={{ name, is_shared }}
        submitLabel="Save changes"
        onSubmit={onEdit}
        actions={
          <Button variant="default" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        }
      >
        {form => (
          <TextInput
            {...form.register('name')}
            aria-label={`New name of ${name}`}
            size="sm"
            autoComplete="off"
            autoFocus
            error={form.formState.errors.name?.message}
            onFocus={focus => focus.currentTarget.select()}
          />
        )}
      </ViewForm>
    </div>
  )
}
