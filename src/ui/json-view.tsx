import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { jsonText, jsonTokens } from './json-tokens.ts'
import classes from './json-view.module.css'

/** A value from outside as readable JSON. Drawn as text alone: markup in it stays text. */
export function JsonView({ title, value }: { title: string; value: unknown }) {
  const { tokens, isCut } = jsonTokens(value)
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(jsonText(value)) })
  return (
    <>
      <div className={classes.head}>
        <h3>{title}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={
            copy.isSuccess ? (
              <IconCheck size={14} aria-hidden />
            ) : (
              <IconCopy size={14} aria-hidden />
            )
          }
          onClick={() => copy.mutate()}
        >
          {copy.isSuccess ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {copy.isError && (
        <p className={classes.note} role="alert">
          The browser did not let us copy. Select the text below instead.
        </p>
      )}
      {isCut && (
        <p className={classes.note}>Too much to show: some is left out where “…” stands.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre className={classes.json} tabIndex={0}>
        {tokens.map((token, index) =>
          token.kind === 'plain' ? (
            token.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, never moved
            <span key={index} data-kind={token.kind}>
              {token.text}
            </span>
          ),
        )}
      </pre>
    </>
  )
}
