import type { Session } from '../../../contract/session.ts'
import { useTimes } from '../../format/times.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BlocklistCard } from './cards/blocklist-card.tsx'
import { MissingCard } from './cards/missing-card.tsx'
import { ReceiversCard } from './cards/receivers-card.tsx'
import { RunningReplaysCard } from './cards/running-replays-card.tsx'
import { VisitCard } from './cards/visit-card.tsx'
import { WorstReceiversCard } from './cards/worst-receivers-card.tsx'
import { DaysCard } from './days/days-card.tsx'
import { useDayCounts } from './days/use-day-counts.ts'
import classes from './overview-page.module.css'

const title = 'Overview'

const purpose = 'Events your customers haven’t received yet, and why.'

type OverviewPageProps = { session: Session; isTable: boolean; onTable: (isTable: boolean) => void }

/** The start page: what is still missing, what is new, and which receivers are down. */
export function OverviewPage({ session, isTable, onTable }: OverviewPageProps) {
  const today = useTimes().today()
  const counts = useDayCounts(today, session.time_zone)
  return (
    <>
      <PageHeader title={title}>{purpose}</PageHeader>
      <div className={classes.page}>
        <div className={classes.headline}>
          <MissingCard counts={counts} today={today} />
          <VisitCard counts={counts} today={today} session={session} />
        </div>
        <div className={classes.columns}>
          <div className={classes.column}>
            <DaysCard counts={counts} isTable={isTable} onTable={onTable} />
            <WorstReceiversCard today={today} />
          </div>
          <div className={classes.column}>
            <ReceiversCard today={today} />
            <RunningReplaysCard />
            <BlocklistCard />
          </div>
        </div>
      </div>
    </>
  )
}
