import classes from './figure.module.css'
import { type FigureProps, figureContent } from './figure-content.tsx'
import { ListLink } from './list-link.tsx'

/** A number that links to the list of the counted events. */
export function Figure(props: FigureProps) {
  const { list, state, range } = props
  return (
    <ListLink className={classes.figure} list={list} state={state} range={range}>
      {figureContent(props)}
    </ListLink>
  )
}
