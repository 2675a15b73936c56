import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '../../../api/error-messages.ts'
import * as uiMessages from '../../../ui/messages.ts'
import { AnswerOf } from '../../request-errors/request-failure.tsx'
import classes from './card-failure.module.css'

type CardFailureProps = {
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>
  about?: 'blocklist' | 'other'
}

/** Says that one card could not be loaded. The others still work. It can't look like an empty result. */
export function CardFailure({ query, about }: CardFailureProps) {
  const { title, message } = describeError(query.error, about)
  return (
    <>
      <div className={classes.failure} role="alert">
        <strong>{title}</strong>
        <p>{message}</p>
        <Button
          size="xs"
          variant="default"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {uiMessages.tryAgain}
        </Button>
      </div>
      <AnswerOf error={query.error} place="card" />
    </>
  )
}
