import readOut from '../../ui/read-out.module.css'
import type { ListSearch } from '../event/list/list-search.ts'
import classes from './view-switch.module.css'

const VIEWS: { label: string; view: ListSearch['view'] }[] = [
  { label: 'Page by page', view: undefined },
  { label: 'Groups', view: 'groups' },
  { label: 'All events', view: 'all' },
]

type ViewSwitchProps = { view: ListSearch['view']; onView: (view: ListSearch['view']) => void }

/** How the events of the range are looked at. */
export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <fieldset className={classes.views}>
      <legend className={readOut.only}>View</legend>
      {VIEWS.map(({ label, view: other }) => (
        <button
          key={label}
          type="button"
          aria-pressed={view === other}
          onClick={() => view !== other && onView(other)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
