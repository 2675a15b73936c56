import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { formatNumber } from '../../../../contract/text/count.ts'
import { capitalise, formatNames } from '../../../../contract/text/names.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import * as uiMessages from '../../../ui/messages.ts'
import notice from '../../../ui/notice.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { ChangeProgress } from '../change/use-blocklist-change.tsx'
import { numberCount } from '../messages.ts'
import { NoteFields } from '../notes/note-fields.tsx'
import { focusPasteArea } from '../phone-input/entry-fields.ts'
import { PhoneEntries } from '../phone-input/phone-entries.tsx'
import { isEmptyEntry } from '../phone-input/use-entries.ts'
import { type CheckedEntry, countGroup } from '../phone-input/validate-entries.ts'
import { CONTEXT_LABELS } from '../records/blocked-entities.ts'
import { companiesQuery } from '../records/queries.ts'
import classes from './block-numbers-form.module.css'
import { EntityFields } from './entity-fields.tsx'
import { type BlockNumbersFormProps, useBlockNumbers } from './use-block-numbers.ts'

/** More entries than these push the reason out of view. */
const FEW = 5

/** POST /v1/blocklist/ as a form. Errors of the service are shown next to the entry that they name. */
export function BlockNumbersForm(props: BlockNumbersFormProps) {
  const { onBusy } = props
  const { form, change, checked, target, draftOf, isEntityGiven, ...numbers } =
    useBlockNumbers(props)
  const { isSubmitting, errors } = form.formState
  const [context, ...given] = useWatch({
    control: form.control,
    name: ['entity_context_name', 'reason', 'note'],
  })
  const hasReason = given.some(Boolean)
  useEffect(() => {
    onBusy(isSubmitting)
    return () => onBusy(false)
  }, [onBusy, isSubmitting])
  useEffect(() => {
    // The drawer's focus trap looks for the first field only once, possibly before the field exists.
    if (isEntityGiven) focusPasteArea()
    else form.setFocus('entity.name')
  }, [form, isEntityGiven])
  const skipped = numbers.canSend ? formatSkipped(checked) : ''
  const toSend = countGroup(checked, 'sent')
  const about = [target && `for ${target}`, skipped].filter(Boolean)
  return (
    <FormShell
      form={form}
      onSubmit={numbers.onSubmit}
      submitLabel={
        <>
          {`Block ${toSend === 0 ? 'numbers' : numberCount(toSend)}`}
          <span className={visuallyHidden.only}>
            {skipped !== '' && ` (skip ${skipped})`}
            {target !== '' && ` for ${target}`}
          </span>
        </>
      }
      actions={
        change.progress === null && (
          <>
            {about.length > 0 && <p className={classes.about}>{capitalise(about.join(' · '))}</p>}
            {checked.length > FEW && !hasReason && (
              <Button variant="subtle" onClick={() => form.setFocus('reason')}>
                Add a reason
              </Button>
            )}
            <Button variant="default" onClick={numbers.onClose}>
              {numbers.isPartly ? 'Done' : uiMessages.cancel}
            </Button>
          </>
        )
      }
    >
      {/* Names the entity, because another one may be on screen by now. */}
      {draftOf !== null && (
        <p className={notice.box}>
          What you typed before{draftOf && ` for ${draftOf}`} is still here.
        </p>
      )}
      <ChangeProgress label="Blocking numbers" change={change} />
      <EntityFields form={form} isFirstField={!isEntityGiven} />
      {context !== 'company' && <Reach context={context} name={target} />}
      <PhoneEntries
        entries={numbers.entries}
        pasting={numbers.pasting}
        checked={checked}
        listErrors={numbers.listErrors}
        isPartly={numbers.isPartly}
        isNumberMissing={
          errors.root?.numbers !== undefined && numbers.entries.list.every(isEmptyEntry)
        }
      />
      <NoteFields register={form.register} errors={errors} />
      <p className={classes.hint}>
        Your tracking numbers, your contacts’ numbers, police and crisis lines, and the protected
        numbers in Settings are held back until you include them. Redial doesn’t know all such
        numbers, so it may miss some. Short emergency numbers, such as 112, can’t be blocked.
      </p>
    </FormShell>
  )
}

/** "2 invalid, 1 held back" */
function formatSkipped(entries: CheckedEntry[]): string {
  const [invalid, held] = [countGroup(entries, 'invalid'), countGroup(entries, 'held')]
  const parts = [
    invalid > 0 && `${formatNumber(invalid)} invalid`,
    held > 0 && `${formatNumber(held)} held back`,
  ]
  return parts.filter(Boolean).join(', ')
}

type ReachProps = { context: 'partner' | 'group'; name: string }

/** Says whose calls are rejected, which is more than one company. No service tells the companies of a group. */
function Reach({ context, name }: ReachProps) {
  const { data: companies = [] } = useQuery(companiesQuery)
  const names = formatNames(companies.map(company => company.name))
  return (
    <p className={notice.box} data-tone="wait">
      Calls from these numbers to every company of {name || `the ${CONTEXT_LABELS[context].one}`}{' '}
      will be rejected.{' '}
      {context === 'group'
        ? 'The service doesn’t tell which companies belong to a group.'
        : names && `The service lists these companies of your account: ${names}.`}
    </p>
  )
}
