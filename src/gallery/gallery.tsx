import { Button, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconBookmark, IconCircleCheck } from '@tabler/icons-react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { RadioChoice } from '../forms/radio-choice.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm/confirm-dialog.tsx'
import { JsonView } from '../ui/json/json-view.tsx'
import { Notice } from '../ui/notice.tsx'
import { NotificationList, showMessage } from '../ui/notification/notification-list.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { PopoverButton } from '../ui/popover-button.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorState } from '../ui/states/error-state.tsx'
import { NotFound } from '../ui/states/not-found.tsx'
import type { Column } from '../ui/table/column.ts'
import { LoadingRows } from '../ui/table/loading-rows.tsx'
import { Pager } from '../ui/table/pager.tsx'
import type { SortOrder } from '../ui/table/sort-order.ts'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { Example, LONG_TEXT } from './example.tsx'
import { FormExamples } from './form-examples.tsx'
import classes from './gallery.module.css'
import { TableExamples } from './table-examples.tsx'

type Row = { id: string; company: string; attempts: number }

const MANY: Row[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: `row-${index}`,
  company: `Company ${index + 1}`,
  attempts: index % 4,
}))

const FEW: Row[] = MANY.slice(0, 3).map((row, index) => ({ ...row, id: `few-${index}` }))

const COLUMNS: Column<Row>[] = [
  {
    id: 'company',
    header: 'Company',
    cell: ({ id, company }) => (
      <a id={`${id}-link`} href={`#${id}`}>
        {company}
      </a>
    ),
  },
  { id: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
]

const SORTABLE: Column<Row>[] = COLUMNS.map(column => ({ ...column, sortFirst: 'ascending' }))

/** Its links need a router. */
const ROUTER = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

const LAST_PAGE = 3

const NO_COLUMNS: never[] = []

const PAYLOAD = JSON.stringify({
  id: 1_284,
  caller: { name: 'Thandi', phone_number: '27820000001' },
  answered: false,
  tags: ['vip', 'callback'],
  note: LONG_TEXT,
  duration: null,
})

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const SECTIONS = [
  { id: 'notices', title: 'Notices', Examples: NoticeExamples },
  { id: 'states', title: 'Empty, error and loading', Examples: StateExamples },
  { id: 'pager', title: 'Pager', Examples: PagerExamples },
  { id: 'tables', title: 'Tables', Examples: TableExamples },
  { id: 'forms', title: 'Forms', Examples: FormExamples },
  { id: 'overlays', title: 'Popovers and drawers', Examples: OverlayExamples },
  { id: 'json', title: 'JSON', Examples: JsonExamples },
  { id: 'virtual-rows', title: 'Virtual rows', Examples: VirtualRowsExample },
]

/** Every part of src/ui and src/forms in every state. The development server shows it at /gallery. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <main className={classes.page}>
      <h1>Gallery</h1>
      <RadioChoice
        legend="Colour scheme"
        name="colour-scheme"
        options={SCHEMES}
        chosen={colorScheme}
        onChoose={setColorScheme}
      />
      <nav aria-label="Sections" className={classes.sections}>
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {SECTIONS.map(({ id, title, Examples }) => (
        <section key={id} id={id} aria-label={title} className={classes.section}>
          <h2>{title}</h2>
          <Examples />
        </section>
      ))}
    </main>
  )
}

function JsonExamples() {
  return (
    <Example name="Payload">
      <JsonView title="Payload" json={PAYLOAD} fileName="payload.json" />
    </Example>
  )
}

function NoticeExamples() {
  return (
    <>
      <Example name="Good news">
        <Notice tone="good">Saved. Replays for +27 11 055 0000 now go to hooks.example.</Notice>
      </Example>
      <Example name="Something to know">
        <Notice tone="wait">The service is busy. Retrying automatically in 12 seconds.</Notice>
      </Example>
      <Example name="A failure">
        <Notice tone="bad">The page couldn’t be loaded. Try again.</Notice>
      </Example>
      <Example name="A long text">
        <Notice tone="bad">{LONG_TEXT}</Notice>
      </Example>
    </>
  )
}

function OverlayExamples() {
  const [isAsked, setAsked] = useState(false)
  const [opened, setOpened] = useState<'closed' | 'open' | 'busy'>('closed')
  return (
    <>
      <Example name="Popover">
        <PopoverButton
          label="Saved views"
          icon={<IconBookmark size={16} aria-hidden />}
          title="Your saved views"
        >
          {close => (
            <>
              <p>You have no saved views.</p>
              <Button onClick={close}>Done</Button>
            </>
          )}
        </PopoverButton>
      </Example>
      <Example name="Popover of an icon">
        <PopoverButton
          label="Columns"
          icon={<IconBookmark size={16} aria-hidden />}
          title="Columns of the table"
          isIconOnly
          isPlain
        >
          {() => <p>All columns are shown.</p>}
        </PopoverButton>
      </Example>
      <Example name="Messages">
        <Button
          variant="default"
          onClick={() =>
            showMessage({
              text: '2 events marked as handled',
              action: { label: 'Undo', run: () => showMessage({ text: 'Undone' }) },
            })
          }
        >
          Show a success
        </Button>
        <Button
          variant="default"
          onClick={() => showMessage({ text: 'Not saved. Try again.', isSuccess: false })}
        >
          Show a failure
        </Button>
        <NotificationList />
      </Example>
      <Example name="Confirmation">
        <Button variant="default" onClick={() => setAsked(true)}>
          Discard the draft
        </Button>
        {isAsked && (
          <ConfirmDialog
            title="Discard the draft of 29 failed calls?"
            confirm="Discard"
            onConfirm={() => showMessage({ text: 'Discarded' })}
            onClose={() => setAsked(false)}
          >
            Nothing was sent.
          </ConfirmDialog>
        )}
      </Example>
      <Example name="Drawer">
        <Button variant="default" onClick={() => setOpened('open')}>
          Open the drawer
        </Button>
        <SideDrawer
          title="Failed call"
          isOpen={opened !== 'closed'}
          isBusy={opened === 'busy'}
          onClose={() => setOpened('closed')}
        >
          <p>{LONG_TEXT}</p>
          <Button onClick={() => setOpened(opened === 'busy' ? 'open' : 'busy')}>
            {opened === 'busy' ? 'Finish' : 'Start'}
          </Button>
        </SideDrawer>
      </Example>
    </>
  )
}

function PagerExamples() {
  const [{ page, size }, onPage] = useState({ page: 1, size: 20 })
  return (
    <>
      <Example name="Three pages">
        <Card>
          <Pager
            table={useTableModel({
              columns: NO_COLUMNS,
              pagination: {
                page,
                size,
                hasPrevious: page > 1,
                hasNext: page < LAST_PAGE,
                onPage,
              },
            })}
            summary={`60 failed calls, page ${page} of ${LAST_PAGE}`}
          />
        </Card>
      </Example>
      <Example name="Pager with an action">
        <Card>
          <Pager table={usePage(1, 20)} summary="1,284 failed calls, page 1 of 65">
            <PlainButton>Replay all 1,284…</PlainButton>
          </Pager>
        </Card>
      </Example>
      <Example name="Loading another page">
        <Card>
          <Pager table={usePage(2, 100)} summary="Failed calls, page 2" isBusy />
        </Card>
      </Example>
    </>
  )
}

/** A page that does not turn. */
function usePage(page: number, size: number) {
  return useTableModel({
    columns: NO_COLUMNS,
    pagination: { page, size, hasPrevious: page > 1, hasNext: true, onPage: () => {} },
  })
}

function StateExamples() {
  const [retries, setRetries] = useState(0)
  return (
    <>
      <Example name="Nothing found">
        <Card>
          <EmptyState
            icon={<IconCircleCheck size={22} aria-hidden />}
            title="No failed calls on 21 November 2026"
            message="All events of that day were delivered."
          >
            <Button variant="default">Last 7 days</Button>
          </EmptyState>
        </Card>
      </Example>
      <Example name="Load failure">
        <Card>
          <ErrorState
            title="The service didn’t answer"
            message={`It may be busy. You tried again ${retries === 1 ? 'once' : `${retries} times`}.`}
            onRetry={() => setRetries(retries + 1)}
          />
        </Card>
      </Example>
      <Example name="Load failure, retrying">
        <Card>
          <ErrorState
            title="The service didn’t answer"
            message="It may be busy. Try again in a minute."
            onRetry={() => {}}
            isRetrying
          />
        </Card>
      </Example>
      <Example name="Load failure with a long text">
        <Card>
          <ErrorState title="The answer could not be read" message={LONG_TEXT} />
        </Card>
      </Example>
      <Example name="Load failure with a reference">
        <Card>
          <ErrorState
            title="The service could not answer"
            message="Try again in a moment."
            reference="req-27f3"
            onRetry={() => {}}
          >
            <PlainButton>Show the answer</PlainButton>
          </ErrorState>
        </Card>
      </Example>
      <Example name="Page not found">
        <RouterContextProvider router={ROUTER}>
          <NotFound />
        </RouterContextProvider>
      </Example>
      <Example name="Loading">
        <Card>
          <LoadingRows label="Loading failed calls…" rows={3} />
        </Card>
      </Example>
    </>
  )
}

/** The last section, because nothing is below the long table on real pages either. */
function VirtualRowsExample() {
  const [sort, setSort] = useState<SortOrder>({ column: 'company', direction: 'ascending' })
  const few = useTableModel({ columns: SORTABLE, sort, onSort: setSort })
  const many = useTableModel({ columns: COLUMNS })
  return (
    <>
      <Example name="Virtual rows, busy, sorted, with an open row">
        <Card>
          <VirtualTable
            label="Few companies"
            table={few}
            rows={FEW}
            keyOf={({ id }) => id}
            focusId={({ id }) => `${id}-link`}
            rowHeight={42}
            overscan={4}
            openKey="few-1"
            onOpen={() => {}}
            isBusy
          />
        </Card>
      </Example>
      <Example name="Virtual rows">
        <Card>
          <VirtualTable
            label="Many companies"
            table={many}
            rows={MANY}
            keyOf={({ id }) => id}
            focusId={({ id }) => `${id}-link`}
            rowHeight={42}
            isMeasured
            overscan={4}
          />
        </Card>
      </Example>
    </>
  )
}
