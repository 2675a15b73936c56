import { errorWords } from '../../../api/error-messages.ts'
import classes from './run-state.module.css'

/** Says why a change of a run failed. */
export function RunProblem({ error }: { error: Error | null }) {
  if (error === null) return null
  const { title, message } = errorWords(error)
  return (
    <p className={classes.problem} role="alert">
      {title}. {message}
    </p>
  )
}
