import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '../../../contract/pages/page.ts'
import { PlainButton } from '../plain-button.tsx'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import classes from './pager.module.css'

/** The page of a list, which the URL owns. */
export type PageControl = {
  /** Counted from 1. */
  page: number
  size: number
  /** Whether there is a page before and after this one. Some services count nothing, so only links tell. */
  hasPrevious: boolean
  hasNext: boolean
  /** Called with the first page if the size changes. */
  onPage: (to: { page: number; size: number }) => void
}

type PagerProps = {
  pages: PageControl
  /** Such as "1,284 failed calls, page 3 of 65". */
  summary: string
  isBusy?: boolean
  /** Actions for everything on all pages. */
  children?: ReactNode
}

/** The foot of a table, which stays visible while its rows scroll. */
export function Pager(props: PagerProps) {
  const { page, size, hasPrevious, hasNext, onPage } = props.pages
  const isWaiting = useDelayedFlag(props.isBusy === true, 150)
  return (
    <div className={classes.pager}>
      <p className={classes.summary} aria-live="polite">
        {props.summary}
        {isWaiting && <span className={classes.busy}>Loading…</span>}
      </p>
      {props.children}
      <div className={classes.size} title="Rows per page">
        <label htmlFor="page-size">
          {/* Narrow windows show only the first word. */}
          Rows <span className={classes.perPage}>per page</span>
        </label>
        <select
          id="page-size"
          value={size}
          onChange={({ currentTarget: { value } }) => onPage({ page: 1, size: Number(value) })}
        >
          {PAGE_SIZES.map(choice => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </div>
      <nav className={classes.turn} aria-label="Pages">
        <StepButton
          direction="previous"
          isOn={hasPrevious}
          onClick={() => onPage({ page: page - 1, size })}
        />
        <StepButton
          direction="next"
          isOn={hasNext}
          onClick={() => onPage({ page: page + 1, size })}
        />
      </nav>
    </div>
  )
}

type StepButtonProps = { direction: 'previous' | 'next'; isOn: boolean; onClick: () => void }

function StepButton({ direction, isOn, onClick }: StepButtonProps) {
  const isNext = direction === 'next'
  return (
    <PlainButton
      data-size="xs"
      isOff={!isOn}
      onClick={onClick}
      icon={!isNext && <IconChevronLeft size={15} aria-hidden />}
    >
      <span>{isNext ? 'Next page' : 'Previous page'}</span>
      {isNext && <IconChevronRight size={15} aria-hidden />}
    </PlainButton>
  )
}
