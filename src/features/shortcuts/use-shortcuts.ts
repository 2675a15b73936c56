import { useHotkeys, useLocalStorage } from '@mantine/hooks'

/** Whether single keys do something in this browser. Some people's speech or hands type them by chance. */
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
 * Single keys that do something on the page, unless a person types into a field or has turned
 * shortcuts off (WCAG 2.1.4).
 */
export function useShortcuts(keys: [key: string, action: (press: KeyboardEvent) => void][]): void {
  const [isOn] = useShortcutSwitch()
  useHotkeys(isOn === 'on' ? keys : [])
}
