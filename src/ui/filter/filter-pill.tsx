import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PopoverButton } from '../popover-button.tsx'
import classes from './filter-pill.module.css'

const chosenFilter = (label: string, value: string) => `${label}: ${value}`

type FilterPillProps = {
  label: string
  /** The name of the chosen value. */
  chosen: string | undefined
  /** How the value is shown, if its end must not be cut. */
  shown?: ReactNode
  onRemove: () => void
  children: (close: () => void) => ReactNode
}

export function FilterPill({ label, chosen, shown, onRemove, children }: FilterPillProps) {
  return (
    <span className={classes.pill} data-chosen={chosen !== undefined || undefined}>
      <PopoverButton
        label={chosen === undefined ? label : chosenFilter(label, chosen)}
        title={label}
        shown={
          shown && (
            <span className={classes.value}>
              <span>{chosenFilter(label, '')}</span>
              {shown}
            </span>
          )
        }
      >
        {children}
      </PopoverButton>
      {chosen !== undefined && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove the filter ${label}: ${chosen}`}
          onClick={onRemove}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
