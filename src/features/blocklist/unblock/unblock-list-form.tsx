import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_COUNTRY, type EntityContext } from '../../../../contract/blocklist.ts'
import { formatCount, formatNumber, plural } from '../../../../contract/text/count.ts'
import { createDrafts, useKeptDraft } from '../../../forms/drafts.ts'
import { setFormError, withPath } from '../../../forms/server-errors.ts'
import { sessionOwner } from '../../session/account-storage.ts'
import { splitRefusals } from '../block/block-failure.ts'
import { type ChangeSummary, unblockNumbers } from '../change/blocklist-change.ts'
import { formatUnblock, isUnchanged, unblockErrorMessage } from '../change/change-messages.ts'
import { useChangeWithProgress } from '../change/use-blocklist-change.ts'
import { numberCount } from '../messages.ts'
import { focusPasteArea } from '../phone-input/entry-fields.ts'
import {
  formatInvalid,
  NumbersForm,
  type Refusals,
  useNumbersInput,
} from '../phone-input/numbers-form.tsx'
import type { EntriesStart } from '../phone-input/use-entries.ts'
import { countGroup, numbersToSend, validateUnblock } from '../phone-input/validate-entries.ts'
import { type BlockedEntity, CONTEXT_LABELS, findEntity } from '../records/blocked-entities.ts'
import { refetchBlocklist } from '../records/queries.ts'
import { addToHistory } from './unblock-history.ts'

const drafts = createDrafts<EntriesStart>()
const EMPTY: EntriesStart = { entries: [], defaultCountry: DEFAULT_COUNTRY.code, included: [] }
const signedIn = getRouteApi('/_signed-in')

type UnblockListFormProps = {
  context: EntityContext
  entity: BlockedEntity
  onCancel: () => void
  /** @param more further sentences about the entries */
  onDone: (summary: ChangeSummary, more: string) => void
  onBusy: (isBusy: boolean) => void
}

/** Unblocks the entered numbers that are on the list of an entity and ignores the others. */
export function UnblockListForm(props: UnblockListFormProps) {
  const { context, entity, onCancel, onDone, onBusy } = props
  const { session } = signedIn.useRouteContext()
  const owner = `unblock ${sessionOwner(session)} ${context} ${entity.reference}`
  const [draft] = useState(() => drafts.of(owner))
  const form = useForm({ shouldFocusError: false })
  const input = useNumbersInput(draft ?? EMPTY)
  const { list } = input.entries
  const change = useChangeWithProgress(unblockNumbers)
  const client = useQueryClient()
  const results = useMemo(
    () => validateUnblock(list, new Set(entity.numbers), input.refused),
    [list, entity, input.refused],
  )
  const count = numbersToSend(results).length
  const name = entity.name || entity.reference
  const showError = (message: string) => setFormError(form.setError, message)

  useEffect(focusPasteArea, [])

  /** Which entries remain at the end; null until then. */
  const rest = useRef<EntriesStart['entries'] | null>(null)
  useKeptDraft(drafts, owner, () => {
    const typed = input.pasting.draft()
    const entries = rest.current ?? typed.entries
    return entries.every(({ text }) => text === '') ? null : { ...typed, entries }
  })

  const onSubmit = async (_: unknown, skipped: Refusals) => {
    input.setRefused(skipped)
    // With a number that was typed last.
    const { list } = input.entries.current()
    const expected = numbersToSend(validateUnblock(list, new Set(entity.numbers), skipped))
    // A colleague may have blocked some of these a moment ago.
    const records = await refetchBlocklist(client)
    const listed = records ? findEntity(records, context, entity.reference) : entity
    const current = validateUnblock(list, new Set(listed.numbers), skipped)
    const numbers = numbersToSend(current)
    const invalid = countGroup(current, 'invalid')
    const problem = formatProblem(numbers, expected, invalid, name)
    if (problem !== null) return showError(problem)
    const summary = await change.run({ context, entity, numbers })
    const others = countGroup(current, 'notListed')
    const ignored =
      others === 0
        ? ''
        : ` ${numberCount(others)} ${plural(others, 'was', 'were')} not on the list.`
    if (summary.rest.length > 0) return showFailure(summary, skipped, ignored)
    rest.current = list.filter((_, index) => current[index]?.group === 'invalid')
    const isListLeft = listed.numbers.length > numbers.length && invalid > 0
    const invalidRest = isListLeft
      ? ` ${formatCount(invalid, 'invalid entry is', 'invalid entries are')} still in “Unblock a list”.`
      : ''
    onDone(summary, `${ignored}${invalidRest}`)
  }

  /**
   * Shows the service's errors next to the numbers that they name, and others above.
   *
   * @param skipped the numbers that were refused earlier and not sent again
   * @param ignored a sentence about the numbers that are not on the list
   */
  const showFailure = (summary: ChangeSummary, skipped: Refusals, ignored: string) => {
    const { failure, failed } = summary
    addToHistory(client, summary)
    const isNothingDone = failure !== null && isUnchanged(summary)
    const done = isNothingDone ? [] : [`${formatUnblock(summary)}${ignored}`]
    const { refused, others } = splitRefusals(failure, failed)
    if (refused.size > 0) {
      input.setRefused(new Map([...skipped, ...refused]))
      const reasons = plural(refused.size, 'reason is next to it', 'reasons are next to them')
      const intro = `The service refused ${numberCount(refused.size)}, so nothing of that request was unblocked. The ${reasons}.`
      return showError([...done, intro, ...others.map(withPath)].join('\n'))
    }
    const { title, message } = unblockErrorMessage(failure)
    showError(
      isNothingDone
        ? `${title}. ${message}`
        : `${done} To continue with the others, unblock again.`,
    )
  }

  return (
    <NumbersForm
      form={form}
      input={input}
      change={change}
      results={results}
      name={name}
      verb="Unblock"
      draftOf={draft && ''}
      onSubmit={onSubmit}
      onBusy={onBusy}
      onCancel={() => {
        rest.current = []
        onCancel()
      }}
    >
      <p role="status">
        {count === 0 ? 'Enter the numbers to remove' : `Removes ${numberCount(count)}`} from the
        blocklist of {CONTEXT_LABELS[context].one} <strong>{name}</strong>.
      </p>
    </NumbersForm>
  )
}

/**
 * Why nothing is sent; null if there is no reason.
 *
 * @param expected the numbers that the button counts
 * @param invalid how many entries are invalid
 */
function formatProblem(
  numbers: string[],
  expected: string[],
  invalid: number,
  name: string,
): string | null {
  const { length } = numbers
  if (length === 0 && invalid > 0 && expected.length === 0) return formatInvalid(invalid)
  if (length === 0) return `None of these is on the list of ${name}.`
  if (numbers.join() === expected.join()) return null
  return `The list of ${name} has changed: ${formatNumber(length)} of these numbers ${plural(length, 'is', 'are')} on it now. Nothing was unblocked. Check the numbers, then unblock.`
}
