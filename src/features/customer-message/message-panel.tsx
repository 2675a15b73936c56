import { Button, Checkbox } from '@mantine/core'
import printed from './print-text.module.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { IconCheck, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import classes from './message-panel.module.css'
import type { MessageOptions } from './message-sections.ts'
import * as messages from './messages.ts'

type MessagePanelProps = {
  /** Called when the message opens and when an option changes. */
  compose: (options: MessageOptions) => string
  /** Whether the message depends on its reader, and names callers. */
  hasOptions: boolean
}

const AUDIENCES: { value: MessageOptions['audience']; label: string; hint: string }[] = [
  { value: 'customer', label: messages.customer, hint: messages.customerHint },
  { value: 'operator', label: messages.operator, hint: messages.operatorHint },
]

/** Mail programs and Windows cut longer links. */
const MAX_MAIL_LENGTH = 1_800

/** The message, which was copied when this opened, and other ways to send it. */
export function MessagePanel({ compose, hasOptions }: MessagePanelProps) {
  const [options, setOptions] = useState<MessageOptions>({
    audience: 'customer',
    showsCallers: false,
  })
  const text = compose(options)
  const copy = useMutation({ mutationFn: (text: string) => navigator.clipboard.writeText(text) })
  const { mutate } = copy
  // The button that opened this says "Copy message", so it copies. Later changes are copied by hand.
  const [atFirst] = useState(text)
  useEffect(() => mutate(atFirst), [mutate, atFirst])
  const isCopied = copy.isSuccess && copy.variables === text
  return (
    <div className={classes.panel}>
      {hasOptions && (
        <>
          <RadioChoice
            legend={messages.audience}
            name="message-audience"
            options={AUDIENCES}
            chosen={options.audience}
            onChoose={audience => setOptions({ ...options, audience })}
          />
          <Checkbox
            size="sm"
            label={messages.showCallers}
            checked={options.showsCallers}
            onChange={({ currentTarget: { checked } }) =>
              setOptions({ ...options, showsCallers: checked })
            }
          />
        </>
      )}
      <textarea
        className={classes.text}
        aria-label={messages.messageField}
        readOnly
        value={text}
        rows={12}
      />
      <p role="status" className={classes.status}>
        {isCopied && messages.copied}
        {copy.isError && messages.copyFailed}
      </p>
      <div className={classes.actions}>
        <Button
          size="xs"
          leftSection={
            isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
          }
          onClick={() => mutate(text)}
        >
          {messages.copy}
        </Button>
        <Button
          size="xs"
          variant="default"
          component="a"
          href={mailLink(text)}
          leftSection={<IconMail size={14} aria-hidden />}
        >
          {messages.mail}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => printText(text)}
        >
          {messages.print}
        </Button>
      </div>
    </div>
  )
}

function mailLink(text: string): string {
  const body =
    text.length > MAX_MAIL_LENGTH
      ? `${text.slice(0, MAX_MAIL_LENGTH)}\n${messages.mailIsCut}`
      : text
  return `mailto:?subject=${encodeURIComponent(messages.mailSubject)}&body=${encodeURIComponent(body)}`
}

/** Prints a text alone, without the page around it. */
function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = printed.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
