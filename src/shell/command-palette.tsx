import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/spotlight/styles.layer.css'
import {
  IconArrowRight,
  IconBan,
  IconBookmarks,
  IconBuilding,
  IconReportAnalytics,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../contract/text/count.ts'
import { normaliseText } from '../../contract/text/normalise-text.ts'
import { isNumberSearch } from '../features/blocklist/phone/number-search.ts'
import { companiesQuery } from '../features/blocklist/records/queries.ts'
import { LIST_LABELS } from '../features/event/list/list-labels.ts'
import { lastDays } from '../features/failed-events/date-range/date-presets.ts'
import { EVENT_TABLE } from '../features/failed-events/list/event-columns.tsx'
import { receiversQuery } from '../features/receivers/queries/receivers-query.ts'
import { layoutOf, searchOf } from '../features/saved-views/saved-view.ts'
import { savedViewsQuery } from '../features/saved-views/use-saved-views.ts'
import { useTableLayout } from '../features/table-layout/use-table-layout.ts'
import { useTimes } from '../format/times.ts'
import visuallyHidden from '../ui/visually-hidden.module.css'
import { PLACES } from './places.ts'

/** More companies than a person looks through; another letter leaves fewer. */
const MAX_COMPANIES = 5

/** A page that the navigation has no room for. */
const REPORT = { to: '/report', name: 'Report', Icon: IconReportAnalytics } as const

/** An entry of the palette. Its id is part of the id of an element, so it has no spaces. */
type Option = {
  id: string
  label: string
  description?: string
  icon: ReactNode
  /** Resolves when the page is there. */
  go: () => Promise<void>
}

type CommandPaletteProps = {
  query: string
  /** The text for which a person has pressed Enter before its field had the focus. */
  entered: string | null
  onQuery: (query: string) => void
  /** Called when it takes the keys itself, or a person has chosen already. */
  onReady: () => void
  /** What had the focus before, and gets it again if a person closes it. */
  cameFrom: RefObject<Element | null>
}

/** Goes to a page or a saved view, or searches for the text. Mounted when it is opened. */
export default function CommandPalette({
  query,
  entered,
  onQuery,
  onReady,
  cameFrom,
}: CommandPaletteProps) {
  const [chosen, setChosen] = useState<string>()
  const hasChosen = useRef(false)
  const isLatest = useRef(true)
  useEffect(() => {
    isLatest.current = true
    return () => {
      isLatest.current = false
    }
  }, [])
  const choose = async (option: Option) => {
    hasChosen.current = true
    onReady()
    spotlight.close()
    await option.go()
    // A person who has opened it again meanwhile types into its new field.
    if (isLatest.current) focusPage()
  }
  const onClose = () => {
    if (!hasChosen.current && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  useEffect(() => spotlight.open(), [])
  const options = useOptions(query.trim())
  // The first one again as soon as companies are listed before it, unless a person chose another.
  const first = query.trim() === '' ? undefined : options[0]
  const active = options.find(({ id }) => id === chosen) ?? first
  const activeId = active && elementId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  useEffect(() => {
    if (query && query === entered && active && !hasChosen.current) void choose(active)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Enter' && active) void choose(active)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setChosen(optionAfter(key, options, active)?.id)
    }
  }
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={text => {
        onQuery(text)
        setChosen(undefined)
      }}
      onSpotlightClose={onClose}
      clearQueryOnClose={false}
      returnFocus={false}
      // Only this page's own shortcut opens it.
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        role="combobox"
        aria-label="Go to a page, or search"
        aria-expanded
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder="Go to a page, or search for a company, number or call…"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={onKeyDown}
        onFocus={onReady}
      />
      <div
        id={LIST_ID}
        role="listbox"
        aria-label="Results"
        className={Spotlight.classes.actionsList}
        style={{ overflowY: 'auto' }}
      >
        {/* The list of the library has buttons that screen readers don’t reach while the field has the focus. */}
        {options.map(option => (
          <Spotlight.Action
            key={option.id}
            role="option"
            aria-selected={option === active}
            data-selected={option === active || undefined}
            label={option.label}
            description={option.description}
            leftSection={option.icon}
            onClick={() => void choose(option)}
            renderRoot={({ type: _type, ...root }) => <div {...root} id={elementId(option)} />}
          />
        ))}
      </div>
      <p role="status" className={visuallyHidden.only}>
        {formatCount(options.length, 'result', 'results')}
      </p>
    </Spotlight.Root>
  )
}

function optionAfter(key: 'ArrowDown' | 'ArrowUp', options: Option[], active: Option | undefined) {
  const by = key === 'ArrowDown' ? 1 : -1
  const from = active ? options.indexOf(active) : Math.min(-by, 0)
  return options.at((from + by) % options.length)
}

/** The heading of the page that was chosen, so that the next Tab goes to what follows it. */
function focusPage(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('#page h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? document.getElementById('page'))?.focus()
  })
}

const LIST_ID = 'palette-results'

function elementId({ id }: Option): string {
  return `palette-${id}`
}

/** What fits the text: pages, saved views and companies, then searches for it. */
function useOptions(text: string): Option[] {
  const router = useRouter()
  const today = useTimes().today()
  const { data: views = [] } = useQuery(savedViewsQuery)
  const { onLayout } = useTableLayout(EVENT_TABLE)
  const { data: companies = [] } = useQuery({ ...companiesQuery, enabled: text !== '' })
  const { data: receivers = [] } = useQuery({ ...receiversQuery, enabled: text !== '' })
  // Search all states, because people don't know the day on which the event failed.
  const everywhere = { ...lastDays(7)(today), state: 'all' as const }
  const fits = ({ label }: Option) => normaliseText(label).includes(normaliseText(text))

  const pages = [...PLACES, REPORT].map(
    ({ to, name, Icon }): Option => ({
      id: to,
      label: name,
      icon: <Icon size={18} stroke={1.75} aria-hidden />,
      go: () => router.navigate({ to }),
    }),
  )
  const saved = views.map(
    (view): Option => ({
      id: `view-${view.id}`,
      label: view.name,
      description: 'Saved view',
      icon: <IconBookmarks size={18} aria-hidden />,
      go: () => {
        onLayout(layout => layoutOf(view) ?? layout)
        return router.navigate({ to: LIST_LABELS[view.list].path, search: searchOf(view, today) })
      },
    }),
  )
  const places = [...pages, ...saved].filter(fits)
  if (text === '') return places

  // A service may list no companies, and the events of receivers name them as well.
  const names = [...companies.map(({ name }) => name), ...receivers.flatMap(one => one.companies)]
  const listed = Array.from(
    new Set(names),
    (name): Option => ({
      id: `company-${encodeURIComponent(name)}`,
      label: name,
      description: 'Company: what is missing, and its events of the last 7 days',
      icon: <IconBuilding size={18} aria-hidden />,
      go: () => router.navigate({ to: '/companies/$name', params: { name } }),
    }),
  )
  const search = { ...everywhere, q: text }
  const searches = Object.values(LIST_LABELS).map(
    ({ path, many }): Option => ({
      id: `search-${path}`,
      label: `Search the ${many} of the last 7 days for “${text}”`,
      icon: <IconArrowRight size={18} aria-hidden />,
      go: () => router.navigate({ to: path, search }),
    }),
  )
  const check: Option = {
    id: 'check-number',
    label: `Check ${text} on the blocklist`,
    icon: <IconBan size={18} aria-hidden />,
    go: () => router.navigate({ to: '/blocklist', search: { q: text } }),
  }
  return [
    ...places,
    ...listed.filter(fits).slice(0, MAX_COMPANIES),
    ...searches,
    ...(isNumberSearch(text) ? [check] : []),
  ]
}
