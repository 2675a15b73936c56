import { Button, NativeSelect } from '@mantine/core'
import { IconCheck, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Audience, Reader, Readers } from '../../../contract/message/message-event.ts'
import type { MessageOptions } from '../../../contract/message/message-sections.ts'
import { formatNumber } from '../../../contract/text/count.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import classes from './message-panel.module.css'
import printed from './print-text.module.css'

/** Whom a message is for. `copiesAtOnce` until a person has made a choice. */
export type ChosenMessage = { reader: Reader; options: MessageOptions; copiesAtOnce: boolean }

type MessagePanelProps = {
  /** At least one for each audience that can be chosen. */
  readers: Readers
  /** Whether the message depends on its audience, and names callers. */
  hasOptions: boolean
  /** The `MessageText` for a reader. */
  children: (chosen: ChosenMessage) => ReactNode
}

const AUDIENCES: { value: Audience; label: string; hint: string }[] = [
  {
    value: 'customer',
    label: 'The customer',
    hint: 'What failed and when, why, and what to change',
  },
  {
    value: 'operator',
    label: 'The operator of the receiver',
    hint: 'The same, with the last answer and a curl command',
  },
]

const READER_NOUNS: Record<Audience, string> = { customer: 'company', operator: 'receiver' }

/**
 * Asks whom the message is for. What one customer gets must not name another, so there is no message
 * for several readers.
 */
export function MessagePanel({ readers, hasOptions, children }: MessagePanelProps) {
  const [options, setOptions] = useState<MessageOptions>({
    audience: 'customer',
    showsCallers: false,
  })
  /** The chosen reader's name; undefined until one is chosen. */
  const [chosen, setChosen] = useState<string | null>()
  const [isUntouched, setIsUntouched] = useState(true)
  const { audience } = options
  const noun = READER_NOUNS[audience]
  const ofAudience = readers[audience]
  const [first, second] = ofAudience
  const reader = second === undefined ? first : ofAudience.find(({ name }) => name === chosen)
  function change(changed: Partial<MessageOptions>) {
    setIsUntouched(false)
    setOptions({ ...options, ...changed })
  }
  return (
    <div className={classes.panel}>
      {hasOptions && (
        <RadioChoice
          legend="For"
          name="message-audience"
          options={AUDIENCES}
          chosen={audience}
          onChoose={audience => {
            change({ audience })
            setChosen(undefined)
          }}
        />
      )}
      {second !== undefined && (
        <NativeSelect
          label={`Which ${noun}?`}
          value={reader === undefined ? '' : ofAudience.indexOf(reader)}
          onChange={({ currentTarget: { value } }) => {
            setIsUntouched(false)
            setChosen(value === '' ? undefined : ofAudience[Number(value)]?.name)
          }}
          translate="no"
        >
          <option value="">Choose a {noun}</option>
          {ofAudience.map(({ name, count }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the readers stay the same
            <option key={index} value={index}>
              {name === null ? `Unknown ${noun}` : shownText(name)} ({formatNumber(count)})
            </option>
          ))}
        </NativeSelect>
      )}
      {hasOptions && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={options.showsCallers}
            onChange={({ currentTarget: { checked } }) => change({ showsCallers: checked })}
          />
          Show callers’ numbers
        </label>
      )}
      {reader === undefined ? (
        <MessageText text={null} placeholder={`Choose a ${noun} to see its message.`} />
      ) : (
        children({ reader, options, copiesAtOnce: isUntouched })
      )}
    </div>
  )
}

type MessageTextProps = {
  text: string | null
  placeholder?: string
  /** Whether the text is copied when this opens. Later changes are copied by hand. */
  copiesAtOnce?: boolean
}

/** Mail programs and Windows cut longer links. */
const MAX_MAIL_LENGTH = 1_800

export function MessageText({ text, placeholder, copiesAtOnce = false }: MessageTextProps) {
  const copy = useMutation({ mutationFn: (text: string) => navigator.clipboard.writeText(text) })
  const { mutate } = copy
  // The button that opened this says "Copy message", so it copies.
  const [atFirst] = useState(copiesAtOnce ? text : null)
  useEffect(() => {
    if (atFirst !== null) mutate(atFirst)
  }, [mutate, atFirst])
  const isCopied = copy.isSuccess && copy.variables === text
  const isMissing = text === null
  const mailIcon = <IconMail size={14} aria-hidden />
  return (
    <>
      <textarea
        className={classes.text}
        aria-label="Message"
        readOnly
        value={text ?? ''}
        placeholder={placeholder}
        rows={12}
      />
      <div className={classes.foot}>
        <p role="status" className={classes.status}>
          {isCopied && 'Copied. Paste it into your message.'}
          {copy.isError &&
            'The browser did not allow copying. Select the text and copy it by hand.'}
        </p>
        <div className={classes.actions}>
          <Button
            size="xs"
            disabled={isMissing}
            leftSection={
              isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
            }
            onClick={() => text !== null && mutate(text)}
          >
            Copy
          </Button>
          {isMissing ? (
            <Button size="xs" variant="default" disabled leftSection={mailIcon}>
              Mail
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              component="a"
              href={mailLink(text)}
              leftSection={mailIcon}
            >
              Mail
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={isMissing}
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => text !== null && printText(text)}
          >
            Print
          </Button>
        </div>
      </div>
    </>
  )
}

function mailLink(text: string): string {
  const body =
    text.length > MAX_MAIL_LENGTH ? `${text.slice(0, MAX_MAIL_LENGTH)}\n… (copy the rest)` : text
  return `mailto:?subject=Deliveries%20to%20your%20system&body=${encodeURIComponent(body)}`
}

function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = printed.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
