import type { ReactNode } from 'react'
import classes from './gallery.module.css'

/** One part in one state. Tests find it by its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={classes.example} aria-label={name} style={{ margin: 0 }}>
      <figcaption className={classes.name}>{name}</figcaption>
      <div className={classes.stage}>{children}</div>
    </figure>
  )
}

/** Text as it may come from outside: long, without spaces, right to left, and with markup. */
export const LONG_TEXT = `https://hooks.example/${'a-very-long-path/'.repeat(12)} <b>not markup</b> שלום עולם ${'A sentence that goes over several lines. '.repeat(6)}`
