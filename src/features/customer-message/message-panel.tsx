import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { shownText } from '../../../contract/text/shown-text.ts'
import { formatNumber } from '../../format/numbers.ts'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import type { Audience, Reader, Readers } from './message-event.ts'
import classes from './message-panel.module.css'
import type { MessageOptions } from './message-sections.ts'
import { MessageText } from './message-text.tsx'
import * as messages from './messages.ts'

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
  { value: 'customer', label: messages.customer, hint: messages.customerHint },
  { value: 'operator', label: messages.operator, hint: messages.operatorHint },
]

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
          legend={messages.audience}
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
          label={messages.whichReader[audience]}
          value={reader === undefined ? '' : ofAudience.indexOf(reader)}
          onChange={({ currentTarget: { value } }) => {
            setIsUntouched(false)
            setChosen(value === '' ? undefined : ofAudience[Number(value)]?.name)
          }}
          translate="no"
        >
          <option value="">{messages.chooseReader[audience]}</option>
          {ofAudience.map(({ name, count }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the readers stay the same
            <option key={place} value={place}>
              {name === null ? messages.unknownReader[audience] : shownText(name)} (
              {formatNumber(count)})
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
          {messages.showCallers}
        </label>
      )}
      {reader === undefined ? (
        <MessageText text={null} placeholder={messages.chooseFirst[audience]} />
      ) : (
        children({ reader, options, copiesAtOnce: isUntouched })
      )}
    </div>
  )
}
