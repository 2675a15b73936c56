import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as messages from './account-details-messages.ts'
import classes from './color-scheme-choice.module.css'

const SCHEMES: { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: messages.light, icon: <IconSun size={15} aria-hidden /> },
  { value: 'dark', label: messages.dark, icon: <IconMoon size={15} aria-hidden /> },
  { value: 'auto', label: messages.system, icon: <IconDeviceDesktop size={15} aria-hidden /> },
]

/** Light, dark or system appearance. Stored in this browser only. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.choice}>
      <legend>{messages.appearance}</legend>
      <div className={classes.options}>
        {SCHEMES.map(({ value, label, icon }) => (
          <label key={value}>
            <input
              type="radio"
              name="color-scheme"
              value={value}
              checked={value === colorScheme}
              onChange={() => setColorScheme(value)}
            />
            {icon}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
