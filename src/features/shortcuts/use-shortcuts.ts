import { useHotkeys, useLocalStorage } from '@mantine/hooks'

/** Whether single keys are shortcuts in this browser. Speech input can type them by accident. */
export function useShortcutSwitch() {
  return useLocalStorage<'on' | 'off'>({
    key: 'redial:shortcuts',
    defaultValue: 'on',
    getInitialValueInEffect: false,
    deserialize: text => (text === 'off' ? 'off' : 'on'),
    serialize: value => value,
  })
}

/**
 * Handles single keys as shortcuts, unless a person types into a field or has turned shortcuts off
 * (WCAG 2.1.4).
 */
export function useShortcuts(keys: [key: string, action: (press: KeyboardEvent) => void][]): void {
  const [isOn] = useShortcutSwitch()
  useHotkeys(isOn === 'on' ? keys : [])
}
