import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../format/numbers.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { barAfterKey, StackedBar } from '../../day-counts/stacked-bar.tsx'
import { LIST_LABELS } from '../../event/list/list-labels.ts'
import { changeList, type ListProps } from '../../event/list/list-search.ts'
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
            onPoint={setPointed}
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
          <span
            className={classes.tooltip}
            style={{ '--at': (pointed + 0.5) / bars.length } as CSSProperties}
            // Each bar of a day has the same text as its name.
            aria-hidden
          >
            {formatBar(list, bars[pointed])}
          </span>
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

type DayBarsProps = {
  name: string
  list: FailedEventList
  bars: Bar[]
  most: number
  onPoint: (index: number | null) => void
  onChoose: (first: Bar, last: Bar) => void
}

/** Tab reaches one bar and the arrow keys move to the others. With Shift they choose several. */
function DayBars({ name, list, bars, most, onPoint, onChoose }: DayBarsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(bars.length - 1)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [isDragging, setDragging] = useState(false)
  const first = Math.min(anchor ?? reached, reached)
  const last = Math.max(anchor ?? reached, reached)
  const choose = () => {
    const [from, to] = [bars[first], bars[last]]
    setAnchor(null)
    if (from && to) onChoose(from, to)
  }

  // The pointer may be released outside the bars.
  useEffect(() => {
    if (!isDragging) return
    const stop = () => setDragging(false)
    addEventListener('pointerup', stop)
    addEventListener('pointercancel', stop)
    return () => {
      removeEventListener('pointerup', stop)
      removeEventListener('pointercancel', stop)
    }
  }, [isDragging])

  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key === 'Escape') {
      onPoint(null)
      return setAnchor(null)
    }
    const next = barAfterKey(press.key, reached, bars.length)
    if (next === null) return
    press.preventDefault()
    setAnchor(press.shiftKey ? (anchor ?? reached) : null)
    setReached(next)
    group.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={group}
      className={classes.bars}
      role="group"
      aria-label={messages.howToChooseDays(name)}
      onKeyDown={onKeyDown}
    >
      {bars.map((bar, index) => (
        <button
          key={bar.from}
          type="button"
          className={classes.bar}
          aria-label={formatBar(list, bar)}
          tabIndex={index === reached ? 0 : -1}
          data-chosen={(anchor !== null && index >= first && index <= last) || undefined}
          onPointerDown={() => {
            setDragging(true)
            setAnchor(index)
            setReached(index)
          }}
          onPointerEnter={() => {
            onPoint(index)
            if (isDragging) setReached(index)
          }}
          onPointerLeave={() => onPoint(null)}
          onFocus={() => onPoint(index)}
          onBlur={() => onPoint(null)}
          onPointerUp={() => isDragging && choose()}
          onClick={press => {
            // Only for the keyboard, because a pointer chooses when it is released.
            if (press.detail === 0) choose()
          }}
        >
          <StackedBar count={bar.count} missing={bar.missing} most={most} />
        </button>
      ))}
    </div>
  )
}

function formatBar(list: FailedEventList, { label, count, missing }: Bar): string {
  if (count === null) return messages.notCountedYet(label)
  const failed = messages.failedEvents(label, list, count)
  return missing === null || missing === count ? failed : messages.ofThemMissing(failed, missing)
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

function sumOf(bars: Bar[], key: 'count' | 'missing'): number | null {
  return bars.reduce<number | null>((sum, bar) => {
    const part = bar[key]
    return sum === null || part === null ? null : sum + part
  }, 0)
}
