import { IconPhone } from '@tabler/icons-react'
import { useId } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { useTypedText } from '../../../ui/use-typed-text.ts'
import { DEFAULT_COUNTRY } from '../phone/default-country.ts'
import { numberInterpretations } from '../phone/number-search.ts'
import type { BlockedEntities } from '../records/blocked-entities.ts'
import { BlockStatus } from './block-status.tsx'
import classes from './number-check.module.css'
import { numberStatuses } from './number-status.ts'

type NumberCheckProps = {
  /** null while the list is unknown; then no status is shown. */
  entities: BlockedEntities | null
  number: string
  onNumber: (number: string | undefined) => void
}

/** Answers whether a number is blocked, for all companies, groups and partners at once. */
export function NumberCheck({ entities, number, onNumber }: NumberCheckProps) {
  const [typed, type] = useTypedText(number, onNumber)
  const answer = useId()
  const isAsked = typed.trim() !== ''
  const statuses = entities && numberStatuses(numberInterpretations(typed), entities)
  return (
    <search className={classes.check} aria-label="Is this number blocked?">
      <div className={classes.field}>
        <SearchField
          label="Is this number blocked?"
          isLabelShown
          placeholder="082 123 0001 or +27 82 123 0001"
          icon={<IconPhone size={16} aria-hidden />}
          typed={typed}
          onType={type}
          describedBy={answer}
        />
      </div>
      <div id={answer} role="status" className={classes.answer}>
        {!isAsked && (
          <p className={classes.hint}>
            Checks every company, group and partner. Without a country code, {DEFAULT_COUNTRY.name}{' '}
            is assumed.
          </p>
        )}
        {isAsked && !entities && <p className={classes.hint}>The blocklist is still loading…</p>}
        {isAsked && entities && !statuses && (
          <p className={classes.hint}>
            This is not a complete phone number. Enter it with its country code, such as +27 82 123
            0001, or as it is dialled in {DEFAULT_COUNTRY.name}, such as 082 123 0001.
          </p>
        )}
        {isAsked && statuses?.map(status => <BlockStatus key={status.number} status={status} />)}
      </div>
    </search>
  )
}
