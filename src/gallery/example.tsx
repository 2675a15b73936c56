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
