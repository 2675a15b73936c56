import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { PlainButton } from '../ui/plain-button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { ErrorState } from '../ui/states/error-state.tsx'
import { NotFound } from '../ui/states/not-found.tsx'
import { LoadingRows } from '../ui/table/loading-rows.tsx'
import { Example, LONG_TEXT } from './example.tsx'

/** Its links need a router. */
const ROUTER = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

export function StateExamples() {
  const [retries, setRetries] = useState(0)
  return (
    <>
      <Example name="Nothing found">
        <Card>
          <EmptyState
            icon={<IconCircleCheck size={22} aria-hidden />}
            title="No failed calls on 21 November 2026"
            message="All events of that day were delivered."
          >
            <Button variant="default">Last 7 days</Button>
          </EmptyState>
        </Card>
      </Example>
      <Example name="Load failure">
        <Card>
          <ErrorState
            title="The service didn’t answer"
            message={`It may be busy. You tried again ${retries === 1 ? 'once' : `${retries} times`}.`}
            onRetry={() => setRetries(retries + 1)}
          />
        </Card>
      </Example>
      <Example name="Load failure, retrying">
        <Card>
          <ErrorState
            title="The service didn’t answer"
            message="It may be busy. Try again in a minute."
            onRetry={() => {}}
            isRetrying
          />
        </Card>
      </Example>
      <Example name="Load failure with a long text">
        <Card>
          <ErrorState title="The answer could not be read" message={LONG_TEXT} />
        </Card>
      </Example>
      <Example name="Load failure with a reference">
        <Card>
          <ErrorState
            title="The service could not answer"
            message="Try again in a moment."
            reference="req-27f3"
            onRetry={() => {}}
          >
            <PlainButton>Show the answer</PlainButton>
          </ErrorState>
        </Card>
      </Example>
      <Example name="Page not found">
        <RouterContextProvider router={ROUTER}>
          <NotFound />
        </RouterContextProvider>
      </Example>
      <Example name="Loading">
        <Card>
          <LoadingRows label="Loading failed calls…" rows={3} />
        </Card>
      </Example>
    </>
  )
}
