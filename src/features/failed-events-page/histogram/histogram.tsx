import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
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
          {bars.map(bar => (
            <span key={bar.from} className={classes.bar} title={formatBar(list, bar)}>
              <StackedBar count={bar.count} missing={bar.missing} most={most} />
            </span>
          ))}
        </div>
      )}
      <div className={classes.axis}>
        <span aria-hidden>{bars[0]?.label}</span>
        <Legend isRecoveryUnknown={isRecoveryUnknown} />
        <span aria-hidden>{bars.at(-1)?.label}</span>
      </div>
    </div>
  )
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
  onChoose: (first: Bar, last: Bar) => void
}

/** Tab reaches one bar and the arrow keys move to the others. With Shift they choose several. */
function DayBars({ name, list, bars, most, onChoose }: DayBarsProps) {
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
    if (press.key === 'Escape') return setAnchor(null)
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
          title={formatBar(list, bar)}
          tabIndex={index === reached ? 0 : -1}
          data-chosen={(anchor !== null && index >= first && index <= last) || undefined}
          onPointerDown={() => {
            setDragging(true)
            setAnchor(index)
            setReached(index)
          }}
          onPointerEnter={() => isDragging && setReached(index)}
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
