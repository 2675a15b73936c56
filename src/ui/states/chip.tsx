import type { ComponentProps } from 'react'
import classes from './chip.module.css'

type ChipProps = Omit<ComponentProps<'span'>, 'className'> & {
  tone?: 'good' | 'bad' | 'wait' | 'none' | undefined
}

/** A short name of a state. */
export function Chip({ tone, ...props }: ChipProps) {
  return <span {...props} className={classes.chip} data-tone={tone} />
}
