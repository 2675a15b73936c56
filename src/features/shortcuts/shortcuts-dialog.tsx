import { Button, Kbd, Switch } from '@mantine/core'
import * as uiMessages from '../../ui/messages.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useId, useRef } from 'react'
import dialogClasses from '../../ui/dialog.module.css'
import { SHORTCUTS } from './shortcut-list.ts'
import classes from './shortcuts-dialog.module.css'
import * as messages from './shortcuts-dialog-messages.ts'
import { useShortcutSwitch } from './use-shortcuts.ts'

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
      <h2 id={id}>{messages.keyboardShortcuts}</h2>
      <Switch
        label={messages.singleKeys}
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
