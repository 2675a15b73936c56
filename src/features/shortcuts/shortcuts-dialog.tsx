import { Button, Kbd, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useRef } from 'react'
import { ModalDialog } from '../../ui/confirm/confirm-dialog.tsx'
import classes from './shortcuts-dialog.module.css'

const SHORTCUTS: { where: string; keys: { key: string; what: string }[] }[] = [
  {
    where: 'In a list of failed events',
    keys: [
      { key: 'J', what: 'Next event' },
      { key: 'K', what: 'Previous event' },
      { key: 'Enter', what: 'Open the event' },
      { key: 'X', what: 'Select the event, or remove it from the selection' },
      { key: 'R', what: 'Replay the event, after a confirmation' },
      { key: '/', what: 'Search' },
      { key: 'Esc', what: 'Close the details' },
    ],
  },
  {
    where: 'Everywhere',
    keys: [
      { key: 'Ctrl K', what: 'Go to a page, or search for a company, number or call' },
      { key: '?', what: 'This list' },
    ],
  },
]

type ShortcutsDialogProps = {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

export default function ShortcutsDialog({ isOn, onSwitch, onClose }: ShortcutsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <ModalDialog
      ref={dialog}
      title="Keyboard shortcuts"
      className={classes.dialog}
      onClose={onClose}
    >
      <Switch
        label="Use single keys as shortcuts"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => onSwitch(checked)}
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
      <Button className={classes.close} onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </ModalDialog>
  )
}
