import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_COUNTRY, withCountryCode } from '../../../../contract/blocklist.ts'
import { formatCount, plural } from '../../../../contract/text/count.ts'
import { formatNames } from '../../../../contract/text/names.ts'
import { errorText } from '../../../api/error-messages.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { ModalDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { unblockList } from '../messages.ts'
import { readNumbers } from '../phone/phone-entry.ts'
import { pastedEntries } from '../phone-input/paste/pasted-entries.ts'
import { PasteProblem } from '../phone-input/paste/text-of-file.ts'
import { withCountryCodes } from '../records/blocked-entities.ts'
import { type Block, fetchBlocks } from '../records/blocks.ts'
import classes from './unblock-list.module.css'

type UnblockListProps = {
  /** Whether a block is on the list that is shown. */
  isListed: (block: Block) => boolean
  /** Gets sentences about what was not found or not read, or ''. */
  onUnblock: (found: { blocks: Block[]; about: string }) => void
  onClose: () => void
}

/** Finds the blocks of pasted numbers. It is open as long as it is rendered. */
export default function UnblockList({ isListed, onUnblock, onClose }: UnblockListProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const form = useForm({ defaultValues: { text: '' }, shouldFocusError: false })
  const { isSubmitting, errors } = form.formState
  const onSubmit = async ({ text }: { text: string }) => {
    const message = await find(text).catch(formatProblem)
    if (message !== null) form.setError('text', { message })
  }
  /** @returns why there is nothing to unblock, otherwise null */
  const find = async (text: string): Promise<string | null> => {
    const { entries, skipped, about: ignored } = await pastedEntries(text, DEFAULT_COUNTRY.code)
    // A colleague may have blocked some of these a moment ago.
    const listed = (await fetchBlocks(client)).filter(isListed)
    const texts = [...entries, ...skipped].map(({ text }) => text)
    const { blocks, about } = findBlocks(texts, listed, ignored)
    if (blocks.length === 0)
      return about === '' ? 'Paste at least one phone number.' : `Nothing to unblock. ${about}`
    onUnblock({ blocks, about })
    return null
  }
  return (
    <ModalDialog
      ref={dialog}
      title={unblockList}
      className={classes.list}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <FormShell
        form={form}
        onSubmit={onSubmit}
        submitLabel="Find them"
        onCancel={() => dialog.current?.close()}
      >
        <Textarea
          {...form.register('text')}
          label="Paste the numbers"
          description="You confirm before anything is unblocked."
          rows={6}
          autoComplete="off"
          spellCheck={false}
          error={errors.text?.message}
        />
      </FormShell>
    </ModalDialog>
  )
}

/** Why nothing was found. */
function formatProblem(error: unknown): string {
  return error instanceof PasteProblem ? error.message : errorText(error, 'blocklist')
}

/**
 * The blocks of the numbers that texts can mean, and sentences about what was not found or not read.
 *
 * @param ignored what was read of the paste and what was not, in sentences
 */
export function findBlocks(
  texts: string[],
  all: Block[],
  ignored: string | null,
): { blocks: Block[]; about: string } {
  const listed = withCountryCodes(all.map(({ number }) => number))
  const readings = texts.map(text => readNumbers(text).filter(number => listed.has(number)))
  const numbers = new Set(readings.flat())
  const missing = texts.filter((_, index) => readings[index]?.length === 0)
  const names = formatNames(missing.map(text => `“${text}”`))
  const byNumbers = Map.groupBy(
    readings.filter(({ length }) => length > 0),
    String,
  )
  const repeated = [...byNumbers.values()].filter(({ length }) => length > 1).length
  const about = [
    repeated > 0 && `${formatCount(repeated, 'number was', 'numbers were')} pasted more than once.`,
    missing.length > 0 && `${names} ${plural(missing.length, 'is', 'are')} not on the list.`,
    ignored,
  ]
  const blocks = all.filter(({ number }) => numbers.has(withCountryCode(number)))
  return { blocks, about: about.filter(Boolean).join(' ') }
}
