import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import classes from './entry-summary.module.css'
import { type EntryVerdict, numbersToSend } from './entry-verdicts.ts'

export type ShownEntries = 'all' | 'wrong' | 'noted'

type EntrySummaryProps = {
  verdicts: EntryVerdict[]
  toLookAt: { wrong: number[]; noted: number[] }
  shown: ShownEntries
  onShown: (shown: ShownEntries) => void
  isLeavingOut: boolean
  onLeaveOut: (isLeavingOut: boolean) => void
}

/** How many entries there are of each kind, and a way to see just these. */
export function EntrySummary(props: EntrySummaryProps) {
  const { verdicts, toLookAt, shown, onShown, isLeavingOut, onLeaveOut } = props
  const wrong = toLookAt.wrong.length
  const all = verdicts.filter(({ reading }) => reading.kind !== 'empty').length
  const kinds: { kind: ShownEntries; words: string; count: number }[] = [
    { kind: 'all', words: 'All', count: all },
    { kind: 'wrong', words: 'Wrong', count: wrong },
    { kind: 'noted', words: 'Worth knowing', count: toLookAt.noted.length },
  ]
  return (
    <div className={classes.summary}>
      <p className={classes.sent}>
        {inWords(numbersToSend(verdicts).length)} of {inWords(all)} entries can be sent.
      </p>
      <fieldset aria-label="Show entries" className={classes.kinds}>
        {kinds.map(({ kind, words, count }) => (
          <button
            key={kind}
            type="button"
            className={classes.kind}
            data-kind={kind}
            aria-pressed={shown === kind}
            disabled={count === 0}
            onClick={() => onShown(kind)}
          >
            {words} <span>{inWords(count)}</span>
          </button>
        ))}
      </fieldset>
      {wrong > 0 && (
        <Checkbox
          label={
            wrong === 1
              ? 'Leave out the one that is wrong'
              : `Leave out the ${inWords(wrong)} that are wrong`
          }
          checked={isLeavingOut}
          onChange={event => onLeaveOut(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}
