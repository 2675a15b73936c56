import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import classes from './popover-button.module.css'

type PopoverButtonProps = {
  /** What the button says. */
  label: string
  icon?: ReactNode
  /** Only the icon is shown; screen readers read the label. */
  isIconOnly?: boolean | 'on phones'
  /** What the popover is called. */
  title: string
  /** Drawn once it is opened first, and kept from then on: what it does goes on while it is closed. */
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens something small beside it, in the browser's own popover: Escape and a click
 * elsewhere close it, and the keyboard goes from the button into it.
 */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, icon, isIconOnly = false, title, children } = props
  const id = useId()
  const popover = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={icon}
        popoverTarget={id}
        className={classes.button}
        data-icon-only={isIconOnly || undefined}
        title={isIconOnly ? label : undefined}
      >
        <span className={classes.label}>{label}</span>
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
