import { IconKeyboard } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import sidebar from '../../ui/sidebar/sidebar-popover.module.css'
import { lazyPart } from '../request-errors/lazy-part.tsx'
import classes from './shortcuts-button.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'))

const LABEL = 'Keyboard shortcuts'

/** Opens the list of keyboard shortcuts, as ? does. */
export function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
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
          <ShortcutsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
