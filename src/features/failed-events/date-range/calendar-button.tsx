import { IconCalendar } from '@tabler/icons-react'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { DateRange } from '../../event/list/list-search.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'

type CalendarButtonProps = {
  range: DateRange
  onChange: (range: DateRange) => void
}

const CalendarPanel = lazyPart(async () => (await import('./calendar-panel.tsx')).CalendarPanel)

export function CalendarButton({ range, onChange }: CalendarButtonProps) {
  return (
    <PopoverButton
      label="Calendar"
      isIconOnly
      isFresh
      icon={<IconCalendar size={16} aria-hidden />}
    >
      {close => (
        <CalendarPanel
          range={range}
          onChange={days => {
            close()
            onChange(days)
          }}
        />
      )}
    </PopoverButton>
  )
}
