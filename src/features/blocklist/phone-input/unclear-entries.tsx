import { Button } from '@mantine/core'
import { formatCountry } from '../phone/countries.ts'
import * as messages from './messages.ts'
import classes from './unclear-entries.module.css'
import type { Entries } from './use-entries.ts'
import type { ValidationResult } from './validate-entries.ts'

/** Resolves all ambiguous entries with one answer. */
export function UnclearEntries({
  entries,
  results,
}: {
  entries: Entries
  results: ValidationResult[]
}) {
  const national = new Map<string, string>()
  const international = new Map<string, string>()
  for (const [index, { parsed }] of results.entries()) {
    const text = entries.list[index]?.text
    if (parsed.kind !== 'unclear' || text === undefined) continue
    national.set(text, parsed.asNational)
    international.set(text, parsed.asInternational)
  }
  if (national.size < 2) return null
  return (
    <div className={classes.unclear}>
      <p>{messages.ambiguousNumbers(national.size)}</p>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={() => void entries.rewrite(national)}>
          {messages.allFrom(formatCountry(entries.defaultCountry))}
        </Button>
        <Button variant="default" size="xs" onClick={() => void entries.rewrite(international)}>
          {messages.allHaveCountryCode}
        </Button>
      </div>
    </div>
  )
}
