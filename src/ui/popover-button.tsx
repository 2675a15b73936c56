import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import classes from './popover-button.module.css'

type PopoverButtonProps = {
  /** What the button says. */
  label: string
  icon: ReactNode
  /** What the popover is called. */
  title: string
  /** Drawn once it is opened first, and kept from then on: what it does goes on while it is closed. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens something small beside it, in the browser's own popover: Escape and a click
 * elsewhere close it, and the keyboard goes from the button into it.
 */
export function PopoverButton({ label, icon, title, children }: PopoverButtonProps) {
  const id = useId()
  const popover = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={icon} popoverTarget={id}>
        {label}
      </Button>
      <section
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={classes.popover}
        onBeforeToggle={toggle => toggle.newState === 'open' && setWasOpened(true)}
      >
        {wasOpened && (
          <Suspense fallback={<span>Loading…</span>}>
            {children(() => popover.current?.hidePopover())}
          </Suspense>
        )}
      </section>
    </>
  )
}
