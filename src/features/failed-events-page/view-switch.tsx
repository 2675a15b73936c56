import segments from '../../ui/segments.module.css'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import * as messages from './messages.ts'

type ViewSwitchProps = { isGrouped: boolean; onGrouped: (isGrouped: boolean) => void }

/** Whether events are listed one by one or in groups. */
export function ViewSwitch({ isGrouped, onGrouped }: ViewSwitchProps) {
  return (
    <fieldset className={segments.segments}>
      <legend className={visuallyHidden.only}>{messages.view}</legend>
      <button type="button" aria-pressed={!isGrouped} onClick={() => isGrouped && onGrouped(false)}>
        {messages.list}
      </button>
      <button type="button" aria-pressed={isGrouped} onClick={() => !isGrouped && onGrouped(true)}>
        {messages.grouped}
      </button>
    </fieldset>
  )
}
