import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import * as messages from './messages.ts'
import classes from './palette-button.module.css'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)

/** Opens the command palette, as Ctrl+K and Command+K do, and loads it then. */
export function PaletteButton() {
  const [presses, setPresses] = useState(0)
  const open = () => setPresses(count => count + 1)
  // In fields too: it is no single key.
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>{messages.search}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {presses > 0 && (
        <Suspense fallback={null}>
          <CommandPalette key={presses} />
        </Suspense>
      )}
    </>
  )
}
