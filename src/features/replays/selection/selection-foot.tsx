import { type ReactNode, Suspense, useEffect } from 'react'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { hasScope, type Matches, NOTHING_SELECTED, type SelectionScope } from './selection.ts'
import { useSelection } from './selection-context.tsx'
import classes from './selection-foot.module.css'

const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar)

type SelectionFootProps = SelectionScope & {
  /** How many events the range lists; null if that is unknown. */
  count: number | null
  /** The events of a list that is filtered. */
  matches?: Matches | undefined
  /** Why "matches" has only some of them; null if it has all. */
  obstacle?: string | null
  children: ReactNode
}

/** The foot of a list: the selection bar above the pager. */
export function SelectionFoot(props: SelectionFootProps) {
  const { count, matches, obstacle = null, children, list, from_date, to_date } = props
  const { selection, select } = useSelection()
  // A selection belongs to its list and days.
  useEffect(() => {
    const scope = { list, from_date, to_date }
    select(current => (hasScope(current, scope) ? current : NOTHING_SELECTED))
  }, [list, from_date, to_date, select])

  return (
    <div className={classes.foot} data-foot>
      {(selection.isAll || selection.events.size > 0) && (
        <Suspense fallback={null}>
          <SelectionBar
            scope={{ list, from_date, to_date }}
            count={count}
            matches={matches}
            obstacle={obstacle}
          />
        </Suspense>
      )}
      {children}
    </div>
  )
}
