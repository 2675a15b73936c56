import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { isTextField } from '../../ui/is-text-field.ts'
import sidebar from '../../ui/sidebar/sidebar-popover.module.css'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './shortcuts-button.module.css'

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'))

const LABEL = 'Keyboard shortcuts'

/** Opens the list of keyboard shortcuts, as ? does. */
export function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useShortcutSwitch()
  useShortcuts([['?', () => setOpen(true)]])
  return (
    <>
      <button
        type="button"
        className={clsx(sidebar.button, classes.button)}
        title={LABEL}
        onClick={() => setOpen(true)}
      >
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
        <span>{LABEL}</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShortcutsDialog
            isOn={state === 'on'}
            onSwitch={isOn => setState(isOn ? 'on' : 'off')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether single keys are shortcuts in this browser. Speech input can type them by accident. */
function useShortcutSwitch() {
  const [state = 'on', setState] = useLocalStorage<'on' | 'off' | undefined>({
    key: 'redial:shortcuts',
    getInitialValueInEffect: false,
    deserialize: text => (text === 'off' ? 'off' : 'on'),
    serialize: value => value ?? 'on',
  })
  return [state, setState] as const
}

/**
 * Handles single keys as shortcuts, unless a person types into a field or has turned shortcuts off
 * (WCAG 2.1.4). A checkbox, a button or a link with the focus does not use these keys.
 */
export function useShortcuts(keys: [key: string, action: (press: KeyboardEvent) => void][]): void {
  const [isOn] = useShortcutSwitch()
  const hotkeys = keys.flatMap(([key, action]): HotkeyItem[] => {
    const onPress = (press: KeyboardEvent) => {
      if (isTextField(press.target) || isInPopover(press.target)) return
      press.preventDefault()
      action(press)
    }
    return withShift(key).map(hotkey => [hotkey, onPress, { preventDefault: false }])
  })
  useHotkeys(isOn === 'on' ? hotkeys : [], [])
}

/** On some keyboards, a character such as "/" needs Shift. */
function withShift(key: string): string[] {
  return /^[a-z]$/.test(key) ? [key] : [key, `shift+${key}`]
}

/** A person who chooses something in a popover does not mean the page behind it. */
function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[popover]') !== null
}
