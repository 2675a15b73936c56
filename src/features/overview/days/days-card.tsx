import { Button } from '@mantine/core'
import { useThrottledValue } from '@mantine/hooks'
import { describeError } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { Notice } from '../../../ui/notice.tsx'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { WaitNotice } from '../../request-errors/request-notices.tsx'
import { CardNote, OverviewCard } from '../card/overview-card.tsx'
import { ChartsByList } from './charts-by-list.tsx'
import type { DayCounts } from './day-count.ts'
import { DayTable } from './day-table.tsx'
import classes from './days-card.module.css'
import * as messages from './messages.ts'

type DaysCardProps = {
  counts: DayCounts
  isTable: boolean
  onTable: (isTable: boolean) => void
}

/** Sixty counts can arrive within a second, and the page would be drawn for each. */
const DRAWN_EVERY_MS = 300

/** The failures of each of the last 30 days, as a chart or a table. */
export function DaysCard({ counts: newest, isTable, onTable }: DaysCardProps) {
  const { zone } = useTimes()
  const throttled = useThrottledValue(newest, DRAWN_EVERY_MS)
  // Complete counts don't wait.
  const counts = newest.isLoading ? throttled : newest
  return (
    <OverviewCard
      title={messages.daysTitle}
      about={
        <span data-part-of-first="days">
          {counts.isLoading ? messages.daysCounted(counts.known, counts.of) : messages.daysIn(zone)}
        </span>
      }
      action={
        <fieldset className={segments.segments} data-size="small">
          <legend className={visuallyHidden.only}>{messages.daysLegend}</legend>
          <button type="button" aria-pressed={!isTable} onClick={() => onTable(false)}>
            {messages.chart}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => onTable(true)}>
            {messages.table}
          </button>
        </fieldset>
      }
    >
      <div className={classes.notices}>
        <WaitNotice reason={counts.delay} />
        {counts.problem && <Problem counts={counts} problem={counts.problem} />}
      </div>
      {isTable ? <DayTable counts={counts} /> : <ChartsByList counts={counts} />}
      <CardNote>{messages.daysExplanation}</CardNote>
    </OverviewCard>
  )
}

function Problem({ counts, problem }: { counts: DayCounts; problem: Error }) {
  const { title, message } = describeError(problem)
  return (
    <Notice tone="bad">
      {title}. {message} {messages.notCounted}{' '}
      <Button size="xs" variant="default" onClick={counts.onRetry}>
        {uiMessages.tryAgain}
      </Button>
    </Notice>
  )
}
