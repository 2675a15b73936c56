import classes from './card-loading.module.css'

type CardLoadingProps = {
  label: string
  /** 0 for a card that usually has only one line. */
  rows?: number
  /** Leaves the room of a list of receivers, so that it moves no other card. */
  isTall?: boolean
}

/** The placeholder of a card while it loads. */
export function CardLoading({ label, rows = 3, isTall }: CardLoadingProps) {
  return (
    <div className={classes.loading} data-rows={rows} data-tall={isTall} role="status">
      <span className={classes.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <span key={index} className={classes.row} aria-hidden />
      ))}
    </div>
  )
}
