import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const SCHEMES: { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <IconSun size={16} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={16} aria-hidden /> },
  { value: 'auto', label: 'As the system', icon: <IconDeviceDesktop size={16} aria-hidden /> },
]

/** The choice is kept in this browser alone. */
export function ColorSchemeItems({ checkmark }: { checkmark: ReactNode }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      {SCHEMES.map(({ value, label, icon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={value === colorScheme}
          closeMenuOnClick={false}
          leftSection={icon}
          rightSection={value === colorScheme ? checkmark : null}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}
