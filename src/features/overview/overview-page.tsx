import { getRouteApi } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { PAGE_HEADS } from '../../../contract/document-data.ts'
import { FollowUpFilter } from '../../../contract/follow-up.ts'
import { overviewRange } from '../../../contract/overview.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { FollowUpSelect, UnknownFollowUp } from '../follow-up/follow-up-select.tsx'
import { OlderOnOverview } from './cards/older-events.tsx'
import { RunningReplaysCard } from './cards/running-replays-card.tsx'
import { ToDoCard } from './cards/to-do-card.tsx'
import { useToDos } from './cards/use-to-dos.ts'
import { HandOvers, useLastVisit, VisitCard } from './cards/visit-card.tsx'
import { DaysCard, useCountsOfDays } from './days/days-card.tsx'
import classes from './overview-page.module.css'

const route = getRouteApi('/_signed-in/')

/** The start page: what to do first, which replays are running, and how the last days went. */
export default function OverviewPage(): ReactNode {
  const { session } = route.useRouteContext()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: follow_up } = z.optional(FollowUpFilter).safeParse(search.follow_up)
  const { title, purpose } = PAGE_HEADS['/']
  const today = useTimes().today()
  const toDo = useToDos(overviewRange(today), { follow_up })
  const counts = useCountsOfDays({ enabled: toDo.isSettled })
  const last = useLastVisit(session)
  return (
    <>
      <PageHeader title={title}>{purpose}</PageHeader>
      <div className={classes.page}>
        <ToDoCard
          toDo={toDo}
          title="Still missing from the last 7 days"
          news={
            <>
              {search.follow_up !== follow_up && <UnknownFollowUp />}
              {follow_up !== 'mine' && <HandOvers last={last} receivers={toDo.receivers} />}
            </>
          }
          older={follow_up === undefined && <OlderOnOverview counts={counts} />}
          filterSelect={
            <FollowUpSelect
              chosen={follow_up}
              onChoose={follow_up =>
                void navigate({ search: { follow_up }, replace: true, resetScroll: false })
              }
            />
          }
        />
        {toDo.isSettled && (
          <>
            <RunningReplaysCard />
            <Days last={last} />
          </>
        )}
      </div>
    </>
  )
}

/** How the last days went. Its sixty bars are not drawn again when the receivers above change. */
const Days = memo(function Days({ last }: { last: string | null }) {
  const counts = useCountsOfDays()
  return (
    <div className={classes.columns}>
      <DaysCard counts={counts} />
      <VisitCard counts={counts} last={last} />
    </div>
  )
})
