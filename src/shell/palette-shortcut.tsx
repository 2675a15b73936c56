import { useHotkeys } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)

/** Loads the command palette when Ctrl+K or Command+K is pressed first. */
export function PaletteShortcut() {
  const [presses, setPresses] = useState(0)
  // In fields too: it is no single key.
  useHotkeys([['mod+K', () => setPresses(count => count + 1)]], [])
  return (
    presses > 0 && (
      <Suspense fallback={null}>
        <CommandPalette key={presses} />
      </Suspense>
    )
  )
}
