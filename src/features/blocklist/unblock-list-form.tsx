import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EntityContext } from '../../../contract/blocklist.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { setFormError } from '../../forms/server-errors.ts'
import { numberCount } from './block-account.ts'
import type { BlockedEntity } from './blocked-entities.ts'
import { blocklistErrorWords } from './blocklist-error-words.ts'
import { CONTEXT_WORDS } from './context-words.ts'
import { DEFAULT_COUNTRY } from './default-country.ts'
import { readingOf } from './entry-reader.ts'
import { entriesToLookAt, numbersToSend, unblockVerdicts } from './entry-verdicts.ts'
import type { NewsItem } from './news-item.ts'
import { PhoneEntries } from './phone-entries.tsx'
import { focusFirstEntry } from './phone-entry-row.tsx'
import { unblockAccountWords } from './unblock-account.ts'
import { useEntries } from './use-entries.ts'
import { useUnblockNumbers } from './use-unblock-numbers.ts'

export type UnblockListFormProps = {
  context: EntityContext
  entity: BlockedEntity
  onDone: (news: NewsItem) => void
}

/** Says how many of which entity it unblocks, and does it. What is not on its list is left alone. */
export default function UnblockListForm({ context, entity, onDone }: UnblockListFormProps) {
  const form = useForm({ shouldFocusError: false })
  const entries = useEntries({ texts: [], home: DEFAULT_COUNTRY.code })
  const [isLeavingOut, setIsLeavingOut] = useState(false)
  const { list, home } = entries
  const listed = useMemo(() => new Set(entity.numbers), [entity])
  const verdicts = useMemo(
    () =>
      unblockVerdicts(
        list.map(({ text }) => readingOf(text, home)),
        listed,
      ),
    [list, home, listed],
  )
  const numbers = numbersToSend(verdicts)
  const { mutateAsync: unblock } = useUnblockNumbers()
  const name = entity.name || entity.reference
  const tell = (message: string) => setFormError(form.setError, message)

  useEffect(focusFirstEntry, [])

  const onSubmit = async () => {
    const wrong = entriesToLookAt(verdicts).wrong.length
    if (wrong > 0 && !isLeavingOut) {
      tell(
        `${wrong.toLocaleString('en')} ${wrong === 1 ? 'entry is' : 'entries are'} wrong, so nothing was unblocked. Put right what is wrong, or leave it out below.`,
      )
      return
    }
    if (numbers.length === 0) {
      tell(`None of these is on the list of ${name}.`)
      return
    }
    try {
      const { account, undo } = await unblock({
        context,
        entity: { reference: entity.reference, name: entity.name },
        numbers,
      })
      const text = unblockAccountWords(account)
      if (account.stillBlocked.length > 0) {
        tell(`${text} To go on with the others, unblock once more.`)
      } else onDone({ text, isAsMeant: account.unblocked.length > 0, undo })
    } catch (error) {
      const { title, message } = blocklistErrorWords(error)
      tell(`${title}. ${message}`)
    }
  }

  return (
    <FormShell
      form={form}
      onAttempt={() => form.clearErrors()}
      onSubmit={onSubmit}
      submitLabel={numbers.length === 0 ? 'Unblock' : `Unblock ${numberCount(numbers.length)}`}
    >
      <p role="status">
        Takes {numberCount(numbers.length)} off the blocklist of {CONTEXT_WORDS[context].one}{' '}
        <strong>{name}</strong>.
      </p>
      <PhoneEntries
        entries={entries}
        verdicts={verdicts}
        isLeavingOut={isLeavingOut}
        onLeaveOut={setIsLeavingOut}
        isFirstField
      />
    </FormShell>
  )
}
