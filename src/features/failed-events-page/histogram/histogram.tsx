import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatNumber } from '../../../../contract/text/count.ts'
import { capitalise } from '../../../../contract/text/names.ts'
import { formatDateRange } from '../../../format/days.ts'
import stackedBar from '../../day-counts/stacked-bar.module.css'
import { barAfterKey, formatBar, StackedBar } from '../../day-counts/stacked-bar.tsx'
import { LIST_LABELS, listNoun } from '../../event/list/list-labels.ts'
import { isNarrowed } from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import classes from './histogram.module.css'
import { type Bar, MAX_DAYS_COUNTED, useHistogram } from './use-histogram.ts'

/** Shows when the events that match failed. A click or a drag across bars chooses their days or hours. */
export default function Histogram() {
  const { list, search } = useList()
  // For which range a person has asked to read all events.
  const [rangeToLoad, setRangeToLoad] = useState<string | null>(null)
  const range = `${list} ${search.from} ${search.to}`
  const histogram = useHistogram(rangeToLoad === range)
  if (histogram === 'nothing') return null
  if (histogram === 'loading') return <div className={classes.room} />
  if (histogram === 'not loaded') {
    return <LoadForChart onLoad={() => setRangeToLoad(range)} />
  }
  const { bars, isRecoveryUnknown } = histogram
  const most = Math.max(1, ...bars.map(({ count }) => count ?? 0))
  return (
    <div className={classes.histogram}>
      <Legend isRecoveryUnknown={isRecoveryUnknown} />
      <div className={classes.scale} aria-hidden>
        <span>{formatNumber(most)}</span>
        <span>0</span>
      </div>
      <div className={classes.chart}>
        <Bars key={range} {...{ bars, most }} />
        <Axis bars={bars} />
      </div>
    </div>
  )
}

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
        <span data-part="unknown">
          Redial could not load which of these have recovered. It tries again automatically.
        </span>
      ) : (
        <>
          <span aria-hidden data-part="missing">
            Still missing
          </span>
          <span aria-hidden data-part="recovered">
            Delivered or handled
          </span>
        </>
      )}
    </span>
  )
}

/** Instead of a chart that needs more events than a page loads without a request. */
function LoadForChart({ onLoad }: { onLoad: () => void }) {
  const { list, search } = useList()
  const { reading, error, readAgain } = useReading(list, search, { enabled: false })
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const count = reading?.count ?? page?.count ?? null
  const events =
    count === null ? LIST_LABELS[list].many : `${formatNumber(count)} ${listNoun(list, count)}`
  const isStopped = error !== null || reading?.is_reading === false
  return (
    <div className={classes.note}>
      <p>
        {isStopped
          ? `The chart needs all ${events}, and some are not loaded.`
          : search.from === search.to
            ? `To count by hour, Redial has to load all ${events}.`
            : `These are too many days to count one by one. Choose at most ${MAX_DAYS_COUNTED} days, or load all ${events}.`}
      </p>
      <Button
        size="xs"
        onClick={() => {
          onLoad()
          if (isStopped) readAgain()
        }}
      >
        Load {events}
      </Button>
    </div>
  )
}

/** Tab reaches one bar and the arrow keys move to the others. With Shift they choose several. */
function Bars({ bars, most }: { bars: Bar[]; most: number }) {
  const { list, search, change } = useList()
  const match = isNarrowed({ ...search, state: undefined }) ? ' that match' : ''
  const unit = search.from === search.to ? 'hour' : 'day'
  const group = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(bars.length - 1)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [isDragging, setDragging] = useState(false)
  const first = Math.min(anchor ?? reached, reached)
  const last = Math.max(anchor ?? reached, reached)
  // While several are being chosen, the tooltip is about all of them.
  const isRange = anchor !== null && pointed === reached
  const [start, end] = isRange ? [first, last] : [pointed, pointed]
  const choose = () => {
    setAnchor(null)
    const [begin, end] = [bars[first]?.range, bars[last]?.range]
    change({ from: begin?.from, to: end?.to, from_time: begin?.from_time, to_time: end?.to_time })
  }

  // The pointer may be released outside the bars.
  useWindowEvent('pointerup', () => setDragging(false))
  useWindowEvent('pointercancel', () => setDragging(false))

  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key === 'Escape') {
      setPointed(null)
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
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        ref={group}
        className={classes.bars}
        role="group"
        aria-label={`${LIST_LABELS[list].title}${match} by ${unit}. Choose one, or several with Shift and the arrow keys.`}
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
              setPointed(index)
              if (isDragging) setReached(index)
            }}
            onPointerLeave={() => setPointed(null)}
            onFocus={() => setPointed(index)}
            onBlur={() => setPointed(null)}
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
      {start !== null && end !== null && (
        // Each bar of a day has the same text as its name.
        <span
          className={classes.tooltip}
          style={{ '--at': (start + end + 1) / 2 / bars.length } as CSSProperties}
          aria-hidden
        >
          {formatBars(list, bars.slice(start, end + 1))}
        </span>
      )}
    </>
  )
}

/** "From 19 to 21 November 2026: 45 failed calls, 30 still missing" */
function formatBars(list: FailedEventList, bars: Bar[]): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return formatBar(list, first)
  const { from, from_time } = first.range
  const { to, to_time } = last.range
  const label = from_time ? `${from_time}–${to_time}` : capitalise(formatDateRange({ from, to }))
  const [count, missing] = [sumOf(bars, 'count'), sumOf(bars, 'missing')]
  return formatBar(list, { ...first, label, count, missing })
}

/** null if one of them is not known. */
function sumOf(bars: Bar[], key: 'count' | 'missing'): number | null {
  return bars.reduce<number | null>((sum, bar) => {
    const part = bar[key]
    return sum === null || part === null ? null : sum + part
  }, 0)
}
