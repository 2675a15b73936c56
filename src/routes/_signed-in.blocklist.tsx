import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { EntityContext } from '../../contract/blocklist.ts'
import { ApiError } from '../api/api-error.ts'
import { blockAccountWords } from '../features/blocklist/block-account.ts'
import { BlockNumbersDrawer } from '../features/blocklist/block-numbers-drawer.tsx'
import { blockNumbersStart } from '../features/blocklist/block-numbers-start.ts'
import { blockedEntitiesOf, withNumbers } from '../features/blocklist/blocked-entities.ts'
import { BlocklistView } from '../features/blocklist/blocklist-view.tsx'
import { ContextTabs } from '../features/blocklist/context-tabs.tsx'
import { News, type NewsItem } from '../features/blocklist/news.tsx'
import { blocklistQuery, companiesQuery } from '../features/blocklist/queries.ts'
import { StaleNotice } from '../features/blocklist/stale-notice.tsx'
import { RequestFailure } from '../features/failure/request-failure.tsx'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { Card } from '../ui/card.tsx'
import { LoadingRows } from '../ui/loading-rows.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PAGE_SIZES } from '../ui/page-sizes.ts'

const BlocklistSearch = z.object({
  /** The tab. */
  context: z.catch(z.optional(EntityContext), undefined),
  /** Reference of the entity whose numbers are shown. */
  entity: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
  page_size: z.catch(
    z.optional(z.coerce.number().check(z.refine(size => PAGE_SIZES.includes(size)))),
    undefined,
  ),
  /** The form that blocks numbers is open. */
  add: z.catch(z.optional(z.pipe(z.coerce.string(), z.literal('true'))), undefined),
})

export const Route = createFileRoute('/_signed-in/blocklist')({
  validateSearch: BlocklistSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(blocklistQuery),
  component: BlocklistPage,
  errorComponent: RouteFailure,
})

function BlocklistPage() {
  const {
    context = 'company',
    entity: reference,
    page = 1,
    page_size = 50,
    add,
  } = Route.useSearch()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [news, setNews] = useState<NewsItem | null>(null)
  const blocklist = useQuery({ ...blocklistQuery, select: blockedEntitiesOf })
  const entities = blocklist.data ?? null
  const listed = entities?.[context].find(entity => entity.reference === reference)
  // A company that isn't on the list, or not any more, still has a name.
  const companies = useQuery({
    ...companiesQuery,
    enabled: context === 'company' && reference !== undefined && entities !== null && !listed,
  })
  const name = companies.data?.find(company => company.reference === reference)?.name ?? ''
  const chosen = reference === undefined ? undefined : (listed ?? { reference, name, numbers: [] })
  const isChosenKnown = !blocklist.isPending && !companies.isLoading
  const isForbidden = blocklist.error instanceof ApiError && blocklist.error.kind === 'forbidden'
  const retry = () => void blocklist.refetch()

  return (
    <>
      <PageHeader
        title="Blocklist"
        action={
          !isForbidden && (
            <Button
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => navigate({ search: previous => ({ ...previous, add: 'true' }) })}
            >
              Block numbers
            </Button>
          )
        }
      >
        Calls from these numbers are turned away before they connect.
      </PageHeader>
      <News item={news} onClose={() => setNews(null)} />
      {!entities && blocklist.isError ? (
        <Card>
          <RequestFailure
            error={blocklist.error}
            about="blocklist"
            onRetry={retry}
            isRetrying={blocklist.isFetching}
          />
        </Card>
      ) : (
        <>
          {blocklist.isError && (
            <StaleNotice
              error={blocklist.error}
              onRetry={retry}
              isRetrying={blocklist.isFetching}
            />
          )}
          <ContextTabs
            context={context}
            onContext={to => navigate({ search: { context: to } })}
            entities={entities}
          >
            {entities ? (
              <BlocklistView
                context={context}
                entities={withNumbers(entities[context])}
                chosen={chosen}
                page={page}
                pageSize={page_size}
                onTurn={to => navigate({ search: previous => ({ ...previous, ...to }) })}
                onChoose={to =>
                  navigate({
                    search: previous => ({ ...previous, context, entity: to }),
                    replace: true,
                  })
                }
                onNews={setNews}
              />
            ) : (
              <Card>
                <LoadingRows label="Loading the blocklist…" />
              </Card>
            )}
          </ContextTabs>
        </>
      )}
      <BlockNumbersDrawer
        isOpen={add !== undefined}
        owner={`${session.service} ${session.name ?? ''}`}
        start={isChosenKnown ? blockNumbersStart(context, chosen, entities) : null}
        onClose={() =>
          navigate({ search: previous => ({ ...previous, add: undefined }), replace: true })
        }
        onBlocked={account => {
          setNews({
            text: blockAccountWords(account),
            isAsMeant: account.missing.length === 0,
          })
          navigate({
            search: { context: account.context, entity: account.entity.reference },
            replace: true,
          })
        }}
      />
    </>
  )
}
