import type { Session } from '../../../contract/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTimes } from '../session/times.ts'
import { BlocklistCard } from './blocklist-card.tsx'
import { DaysCard } from './days-card.tsx'
import { LateReceiversCard } from './late-receivers-card.tsx'
import classes from './overview-page.module.css'
import { RunningReplaysCard } from './running-replays-card.tsx'
import { useDayCounts } from './use-day-counts.ts'
import { VisitCard } from './visit-card.tsx'
import { WorstReceiversCard } from './worst-receivers-card.tsx'

type OverviewPageProps = { session: Session; isTable: boolean; onTable: (isTable: boolean) => void }

/** Where one begins the day: what is new, what is worst, and what is being done about it. */
export function OverviewPage({ session, isTable, onTable }: OverviewPageProps) {
  const today = useTimes().today()
  const counts = useDayCounts(today, session.time_zone)
  return (
    <>
      <PageHeader title="Overview">What failed lately, and what is being done about it.</PageHeader>
      <div className={classes.page}>
        <VisitCard
          counts={counts}
          today={today}
          timeZone={session.time_zone}
          owner={`${session.service} ${session.name ?? ''}`}
        />
        <div className={classes.columns}>
          <div className={classes.column}>
            <DaysCard counts={counts} isTable={isTable} onTable={onTable} />
            <WorstReceiversCard today={today} />
          </div>
          <div className={classes.column}>
            <LateReceiversCard />
            <RunningReplaysCard />
            <BlocklistCard />
          </div>
        </div>
      </div>
    </>
  )
}
