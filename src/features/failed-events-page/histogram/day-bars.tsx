import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { formatDateRange } from '../../../format/days.ts'
import { capitalise } from '../../../format/text.ts'
import { barAfterKey, StackedBar } from '../../day-counts/stacked-bar.tsx'
import classes from './histogram.module.css'
import * as messages from './messages.ts'
import type { Bar } from './use-histogram.ts'

type DayBarsProps = {
  name: string
  list: FailedEventList
  bars: Bar[]
  most: number
  onChoose: (first: Bar, last: Bar) => void
}

/** Tab reaches one bar and the arrow keys move to the others. With Shift they choose several. */
export function DayBars({ name, list, bars, most, onChoose }: DayBarsProps) {
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
        <Tooltip at={(start + end + 1) / 2 / bars.length}>
          {formatBars(list, bars.slice(start, end + 1))}
        </Tooltip>
      )}
    </>
  )
}

type TooltipProps = {
  /** The part of the chart that is on its left. */
  at: number
  children: string
}

/** Each bar of a day has the same text as its name. */
export function Tooltip({ at, children }: TooltipProps) {
  return (
    <span className={classes.tooltip} style={{ '--at': at } as CSSProperties} aria-hidden>
      {children}
    </span>
  )
}

/** "From 19 to 21 November 2026: 45 failed calls, 30 still missing" */
function formatBars(list: FailedEventList, bars: Bar[]): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last || first.days === null || last.days === null) return formatBar(list, first)
  const label = capitalise(formatDateRange({ from: first.days.from, to: last.days.to }))
  const [count, missing] = [sumOf(bars, 'count'), sumOf(bars, 'missing')]
  return formatBar(list, { ...first, label, count, missing })
}

export function formatBar(list: FailedEventList, { label, count, missing }: Bar): string {
  if (count === null) return messages.notCountedYet(label)
  const failed = messages.failedEvents(label, list, count)
  return missing === null || missing === count ? failed : messages.ofThemMissing(failed, missing)
}

/** null if one of them is not known. */
export function sumOf(bars: Bar[], key: 'count' | 'missing'): number | null {
  return bars.reduce<number | null>((sum, bar) => {
    const part = bar[key]
    return sum === null || part === null ? null : sum + part
  }, 0)
}
