import { Button, Kbd, Switch } from '@mantine/core'
import * as uiMessages from '../../ui/messages.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useId, useRef } from 'react'
import dialogClasses from '../../ui/dialog.module.css'
import classes from './shortcuts-dialog.module.css'
import { useShortcutSwitch } from './use-shortcuts.ts'

/* The dialog loads when it opens, so its texts are apart from that of its button. */

const keyboardShortcuts = 'Keyboard shortcuts'

const singleKeys = 'Use single keys as shortcuts'

const inList = 'In a list of failed events'

const nextEvent = 'Next event'

const previousEvent = 'Previous event'

const openEvent = 'Open the event'

const selectEvent = 'Select the event, or remove it from the selection'

const replayEvent = 'Replay the event, after a confirmation'

const search = 'Search'

const closeDetails = 'Close the details'

const everywhere = 'Everywhere'

const goToPage = 'Go to a page, or search for a company, number or call'

const thisList = 'This list'

/** The shortcuts in the dialog, by the place where they work. */
const SHORTCUTS: { where: string; keys: { key: string; what: string }[] }[] = [
  {
    where: inList,
    keys: [
      { key: 'J', what: nextEvent },
      { key: 'K', what: previousEvent },
      { key: 'Enter', what: openEvent },
      { key: 'X', what: selectEvent },
      { key: 'R', what: replayEvent },
      { key: '/', what: search },
      { key: 'Esc', what: closeDetails },
    ],
  },
  {
    where: everywhere,
    keys: [
      { key: 'Ctrl K', what: goToPage },
      { key: '?', what: thisList },
    ],
  },
]

/** All keyboard shortcuts, and the switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useShortcutSwitch()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${dialogClasses.dialog} ${classes.dialog}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id}>{keyboardShortcuts}</h2>
      <Switch
        label={singleKeys}
        checked={state === 'on'}
        onChange={({ currentTarget: { checked } }) => setState(checked ? 'on' : 'off')}
      />
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where}>
          <h3>{where}</h3>
          <dl className={classes.keys}>
            {keys.map(({ key, what }) => (
              <div key={key}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button variant="default" className={classes.close} onClick={() => dialog.current?.close()}>
        {uiMessages.close}
      </Button>
    </dialog>
  )
}
