import { Button } from '@mantine/core'
import { formatNumber } from '../../../format/numbers.ts'
import type { EntryVerdict } from './entry-verdicts.ts'
import classes from './unclear-entries.module.css'
import type { Entries } from './use-entries.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** Where numbers can be meant in two ways, one answer for all of them. */
export function UnclearEntries({
  entries,
  verdicts,
}: {
  entries: Entries
  verdicts: EntryVerdict[]
}) {
  const national = new Map<string, string>()
  const international = new Map<string, string>()
  for (const [index, { reading }] of verdicts.entries()) {
    const text = entries.list[index]?.text
    if (reading.kind !== 'unclear' || text === undefined) continue
    national.set(text, reading.asNational)
    international.set(text, reading.asInternational)
  }
  if (national.size < 2) return null
  return (
    <div className={classes.unclear}>
      <p>
        {formatNumber(national.size)} numbers can have lost their 0 in a spreadsheet, or begin with
        another country’s code.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" onClick={() => void entries.rewrite(national)}>
          All are of {NAMES.of(entries.home)}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void entries.rewrite(international)}
        >
          All have a country code
        </Button>
      </div>
    </div>
  )
}
