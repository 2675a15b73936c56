import type { ReplayTarget } from '../../event/list/replay-target.ts'
import * as messages from '../messages.ts'
import { isSelected, withPage, withTick } from './selection.ts'
import classes from './selection-checkbox.module.css'
import { useSelection } from './selection-context.tsx'

type EventCheckboxProps = {
  /** Of the event, for those who hear the checkbox out of its row. */
  name: string
  target: ReplayTarget
  /** All events of the page, in their order. Shift selects from the last one to this one. */
  page: () => ReplayTarget[]
}

export function EventCheckbox({ name, target, page }: EventCheckboxProps) {
  const { selection, select } = useSelection()
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        aria-label={messages.selectEvent}
        title={name}
        checked={isSelected(selection, target)}
        onChange={change => {
          const isOn = change.currentTarget.checked
          const isShift = 'shiftKey' in change.nativeEvent && change.nativeEvent.shiftKey === true
          select(current => withTick(current, target, page(), { isOn, isShift }))
        }}
      />
    </label>
  )
}

type PageCheckboxProps = {
  /** Returns the events of the page, or all listed events. Called only if something is selected. */
  page: () => ReplayTarget[]
  count: number
  label?: string
}

/** Selects the whole page. It is indeterminate while only a part of the page is selected. */
export function PageCheckbox(props: PageCheckboxProps) {
  const { page, count, label = messages.selectPage } = props
  const { selection, select } = useSelection()
  const isNone = !selection.isAll && selection.events.size === 0
  const selected = isNone ? 0 : page().filter(target => isSelected(selection, target)).length
  const isWhole = selected > 0 && selected === count
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        aria-label={label}
        disabled={count === 0}
        ref={input => {
          if (input) input.indeterminate = selected > 0 && !isWhole
        }}
        checked={isWhole}
        onChange={() => select(current => withPage(current, page(), !isWhole))}
      />
    </label>
  )
}
