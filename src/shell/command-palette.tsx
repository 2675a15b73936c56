import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { IconArrowRight, IconBookmarks, IconBuilding, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { companiesQuery } from '../features/blocklist/records/queries.ts'
import { LIST_LABELS } from '../features/event/list/list-labels.ts'
import { lastDays } from '../features/failed-events/date-range/date-presets.ts'
import { EVENT_TABLE } from '../features/failed-events/list/event-cells.tsx'
import { searchOf } from '../features/saved-views/saved-view.ts'
import { useSavedViews } from '../features/saved-views/use-saved-views.ts'
import { useTableLayout } from '../features/table-layout/use-table-layout.ts'
import { normaliseText } from '../format/text.ts'
import { useTimes } from '../format/times.ts'
import * as messages from './dialog-messages.ts'
import { PLACES } from './places.ts'

/** More companies than a person looks through; another letter leaves fewer. */
const MAX_COMPANIES = 5

/** Goes to a page or a saved view, or searches for the text. Mounted when it is first opened. */
export function CommandPalette() {
  const router = useRouter()
  const today = useTimes().today()
  const { views } = useSavedViews()
  const { onLayout } = useTableLayout(EVENT_TABLE)
  const [query, setQuery] = useState('')
  useEffect(() => spotlight.open(), [])

  const pages: SpotlightActionData[] = PLACES.map(({ to, name, Icon }) => ({
    id: to,
    label: name,
    leftSection: <Icon size={18} stroke={1.75} aria-hidden />,
    onClick: () => void router.navigate({ to }),
  }))
  const saved: SpotlightActionData[] = views.map(view => ({
    id: `view ${view.id}`,
    label: view.name,
    description: messages.savedView,
    leftSection: <IconBookmarks size={18} aria-hidden />,
    onClick: () => {
      onLayout(layout => view.layout ?? layout)
      void router.navigate({ to: LIST_LABELS[view.list].path, search: searchOf(view, today) })
    },
  }))
  const text = query.trim()
  // Who searches here looks for events of any state, and doesn't know on which day they failed.
  const everywhere = { ...lastDays(7)(today), state: 'all' as const }
  const searches: SpotlightActionData[] =
    text === ''
      ? []
      : [
          search(`${messages.searchCalls} “${text}”`, () =>
            router.navigate({ to: '/failed-calls', search: { ...everywhere, q: text } }),
          ),
          search(`${messages.searchAiEvents} “${text}”`, () =>
            router.navigate({ to: '/failed-ai-events', search: { ...everywhere, q: text } }),
          ),
        ]
  const fits = ({ label = '' }: SpotlightActionData) =>
    normaliseText(label).includes(normaliseText(text))
  const { data: listed = [] } = useQuery({ ...companiesQuery, enabled: text !== '' })
  const companies: SpotlightActionData[] =
    text === ''
      ? []
      : listed.map(({ reference, name }) => ({
          id: `company ${reference}`,
          label: name,
          description: messages.company,
          leftSection: <IconBuilding size={18} aria-hidden />,
          onClick: () =>
            void router.navigate({ to: '/failed-calls', search: { ...everywhere, company: name } }),
        }))
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      // Only this page's own shortcut opens it.
      shortcut={null}
      actions={[
        ...[...pages, ...saved].filter(fits),
        ...companies.filter(fits).slice(0, MAX_COMPANIES),
        ...searches,
      ]}
      filter={(_query, actions) => actions}
      attributes={{ content: { 'aria-label': messages.commandPalette } }}
      nothingFound={messages.nothingFound}
      scrollable
      maxHeight={420}
      searchProps={{
        'aria-label': messages.goOrSearch,
        placeholder: messages.goOrSearchExamples,
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  )
}

function search(label: string, go: () => Promise<void>): SpotlightActionData {
  return {
    id: label,
    label,
    leftSection: <IconArrowRight size={18} aria-hidden />,
    onClick: () => void go(),
  }
}
