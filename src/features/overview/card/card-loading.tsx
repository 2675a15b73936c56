import classes from './card-loading.module.css'

/** The placeholder of a card while it loads. */
export function CardLoading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <div className={classes.loading} role="status">
      <span className={classes.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <span key={index} className={classes.row} aria-hidden />
      ))}
    </div>
  )
}
