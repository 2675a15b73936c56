import { ActionIcon, Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { zodResolver } from '@hookform/resolvers/zod'
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useTimes } from '../../format/times.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import * as uiMessages from '../../ui/messages.ts'
import { LIST_LABELS } from '../event/list/list-labels.ts'
import type { ListProps } from '../event/list/list-search.ts'
import { EVENT_TABLE } from '../failed-events/list/event-cells.tsx'
import { useTableLayout } from '../table-layout/use-table-layout.ts'
import {
  formatViewDays,
  queryOf,
  rangeAt,
  type SavedView,
  searchOf,
  updateView,
  viewName,
} from './saved-view.ts'
import classes from './saved-view-list.module.css'

type SavedViewListProps = {
  views: SavedView[]
  /** The current page. */
  current: Pick<ListProps, 'list' | 'search'>
  onOpen: () => void
  /** Whether it was stored. */
  onRename: (id: string, name: string) => boolean
  onUpdate: (before: SavedView, view: SavedView) => void
  onDelete: (view: SavedView) => void
}

export function SavedViewList({ views, current, onRename, ...on }: SavedViewListProps) {
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const today = useTimes().today()
  const { layout, onLayout } = useTableLayout(EVENT_TABLE)
  if (views.length === 0) return null
  return (
    <ul className={classes.list}>
      {views.map(view => {
        const { id, name, list, days } = view
        if (id === renamedId) {
          return (
            <li key={id} className={classes.view}>
              <RenameViewForm
                view={view}
                others={views.filter(other => other.id !== id)}
                onRename={name => onRename(id, name)}
                onClose={() => {
                  setRenamedId(null)
                  focusOnView(id)
                }}
              />
            </li>
          )
        }
        const isOpen = isCurrent(view, current, today)
        return (
          <li key={id} className={classes.view}>
            <Link
              id={linkId(id)}
              to={LIST_LABELS[list].path}
              search={searchOf(view, today)}
              className={classes.link}
              preload={false}
              // Otherwise a view is also current if a search or a filter was added.
              activeOptions={{ exact: true }}
              aria-current={isOpen || undefined}
              onClick={() => {
                onLayout(layout => view.layout ?? layout)
                on.onOpen()
              }}
            >
              <span className={classes.name}>{name}</span>
              <span className={classes.what}>
                {LIST_LABELS[list].title}, {formatViewDays(days)}
              </span>
            </Link>
            {list === current.list && !isOpen && (
              <Action
                label={`Update ${name} to the current days, filters and columns`}
                icon={IconDeviceFloppy}
                onClick={() =>
                  on.onUpdate(view, { ...updateView(view, current.search, today), layout })
                }
              />
            )}
            <Action label={`Rename ${name}`} icon={IconPencil} onClick={() => setRenamedId(id)} />
            <Action label={`Delete ${name}`} icon={IconTrash} onClick={() => on.onDelete(view)} />
          </li>
        )
      })}
    </ul>
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

/** Where the focus goes after that is rendered. */
export function focusOnView(id: string): void {
  requestAnimationFrame(() => document.getElementById(linkId(id))?.focus())
}

function linkId(id: string): string {
  return `view-${id}`
}

function isCurrent(
  view: SavedView,
  { list, search }: SavedViewListProps['current'],
  today: string,
) {
  const { from, to } = rangeAt(view.days, today)
  return (
    view.list === list && from === search.from && to === search.to && view.query === queryOf(search)
  )
}

type RenameViewFormProps = {
  view: SavedView
  others: SavedView[]
  /** Whether it was stored. */
  onRename: (name: string) => boolean
  onClose: () => void
}

function RenameViewForm({ view, others, onRename, onClose }: RenameViewFormProps) {
  const form = useForm({
    resolver: zodResolver(z.object({ name: viewName(others) })),
    defaultValues: { name: view.name },
    shouldFocusError: false,
  })
  return (
    <div className={classes.rename}>
      <FormShell
        form={form}
        submitLabel="Rename"
        onSubmit={({ name }) => {
          if (onRename(name)) onClose()
        }}
        actions={
          <Button variant="default" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        }
      >
        <TextInput
          {...form.register('name')}
          aria-label={`New name of ${view.name}`}
          size="sm"
          autoComplete="off"
          autoFocus
          error={form.formState.errors.name?.message}
          onFocus={focus => focus.currentTarget.select()}
          onKeyDown={key => {
            if (key.key !== 'Escape') return
            // Close only the form, not the popover around it.
            key.preventDefault()
            onClose()
          }}
        />
      </FormShell>
    </div>
  )
}
