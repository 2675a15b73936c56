import { useTimes } from '../../../format/times.ts'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { DateRange, TimedRange } from '../../event/list/list-search.ts'
import { DATE_PRESETS } from './date-presets.ts'

type RangeButtonsProps = { range: TimedRange; onChange: (days: DateRange) => void }

/** The usual ranges. The calendar has the others. */
export function RangeButtons({ range, onChange }: RangeButtonsProps) {
  const today = useTimes().today()
  const isOfDays = (range.from_time ?? range.to_time) === undefined
  return (
    <fieldset className={segments.segments}>
      <legend className={visuallyHidden.only}>Days</legend>
      {DATE_PRESETS.map(({ label, short, rangeAt }) => {
        const { from, to } = rangeAt(today)
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isOfDays && from === range.from && to === range.to}
            aria-label={short && label}
            onClick={() => onChange({ from, to })}
          >
            {short ?? label}
          </button>
        )
      })}
    </fieldset>
  )
}
