import { errorText } from '../../../api/error-messages.ts'
import classes from './run-state.module.css'

/** Why a change of a run failed. */
export function RunProblem({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <p className={classes.problem} role="alert">
      {errorText(error)}
    </p>
  )
}
