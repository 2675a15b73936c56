import { type CSSProperties, useState } from 'react'
import { formatNumber } from '../../../format/numbers.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { StackedBar } from '../../day-counts/stacked-bar.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { changeList, type ListProps } from '../../event/list/list-search.ts'
import { DayBars, formatBar, sumOf, Tooltip } from './day-bars.tsx'
import classes from './histogram.module.css'
import { LoadForChart } from './load-for-chart.tsx'
import * as messages from './messages.ts'
import { type Bar, useHistogram } from './use-histogram.ts'

/** Shows when the events of the range failed. A click or a drag across bars chooses their days. */
export function Histogram(props: ListProps) {
  const { list, search, onSearch } = props
  const histogram = useHistogram(props)
  const [pointed, setPointed] = useState<number | null>(null)
  if (histogram === 'nothing') return null
  if (histogram === 'loading') return <div className={classes.room} />
  if (histogram === 'not loaded') return <LoadForChart list={list} search={search} />
  const { bars, isRecoveryUnknown } = histogram
  const most = Math.max(1, ...bars.map(({ count }) => count ?? 0))
  const { title } = LIST_LABELS[list]
  const isDays = bars.some(({ days }) => days)
  const name = isDays ? messages.eventsByDay(title) : messages.eventsByHour(title)
  return (
    <div className={classes.histogram}>
      <Legend isRecoveryUnknown={isRecoveryUnknown} />
      <div className={classes.scale} aria-hidden>
        <span>{formatNumber(most)}</span>
        <span>0</span>
      </div>
      <div className={classes.chart}>
        {isDays ? (
          <DayBars
            key={`${search.from} ${search.to}`}
            name={name}
            list={list}
            bars={bars}
            most={most}
            onChoose={(first, last) => {
              const from = first.days?.from ?? search.from
              const to = last.days?.to ?? search.to
              onSearch(changeList(search, { from, to }))
            }}
          />
        ) : (
          <div
            className={classes.bars}
            role="img"
            aria-label={messages.hours(name, formatBusiestBar(bars), formatMissing(bars))}
          >
            {bars.map((bar, index) => (
              <span
                key={bar.from}
                className={classes.bar}
                onPointerEnter={() => setPointed(index)}
                onPointerLeave={() => setPointed(null)}
              >
                <StackedBar count={bar.count} missing={bar.missing} most={most} />
              </span>
            ))}
          </div>
        )}
        <Axis bars={bars} />
        {pointed !== null && bars[pointed] && (
          <Tooltip at={(pointed + 0.5) / bars.length}>{formatBar(list, bars[pointed])}</Tooltip>
        )}
      </div>
    </div>
  )
}

/** How many bars have a label each. */
const MAX_LABELS = 14
const FEWER_LABELS = 8

/** In narrow charts, `data-from` leaves out each second label or more. */
function Axis({ bars }: { bars: Bar[] }) {
  const step = bars.length <= MAX_LABELS ? 1 : Math.ceil(bars.length / FEWER_LABELS)
  const labels = bars.filter((_, index) => index % step === 0)
  const isDense = labels.length > FEWER_LABELS || labels.some(({ label }) => label.length > 12)
  // The last label would not fit under a part of its bars.
  const end = step === 1 ? 'centred' : bars.length % step > 0 ? 'right' : undefined
  return (
    <div className={classes.axis} data-end={end} aria-hidden>
      {labels.map(({ from, label }, index) => (
        <span
          key={from}
          data-from={neededWidth(index, isDense)}
          style={{ '--bars': Math.min(step, bars.length - index * step) } as CSSProperties}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

/** How wide the chart has to be for a label, undefined for any width. */
function neededWidth(index: number, isDense: boolean): 'wide' | 'medium' | undefined {
  if (index % 2 === 1) return isDense ? 'wide' : 'medium'
  return isDense && index % 4 === 2 ? 'medium' : undefined
}

function Legend({ isRecoveryUnknown }: { isRecoveryUnknown: boolean }) {
  return (
    // Mounted before it has a text, so that screen readers announce the text.
    <span role="status" className={`${classes.legend} ${stackedBar.legend}`}>
      {isRecoveryUnknown ? (
        <span data-part="unknown">{messages.recoveryUnknown}</span>
      ) : (
        <>
          <span aria-hidden data-part="missing">
            {messages.stillMissing}
          </span>
          <span aria-hidden data-part="recovered">
            {messages.recovered}
          </span>
        </>
      )}
    </span>
  )
}

function formatBusiestBar(bars: Bar[]): string {
  const busiest = bars.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))[0]
  if (!busiest?.count) return messages.noneFailed
  return messages.busiestHour(busiest.label, busiest.count)
}

/** Of a chart of hours, whose bars have no names. */
function formatMissing(bars: Bar[]): string | null {
  const [failed, missing] = [sumOf(bars, 'count'), sumOf(bars, 'missing')]
  const isKnown = failed !== null && missing !== null && failed > 0
  return isKnown ? messages.missingOf(missing, failed) : null
}
