import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { ApiError } from '../../api/api-error.ts'
import { describeError } from '../../api/error-messages.ts'
import { reloadFailedStyles } from '../../api/failed-styles.ts'
import { loadModule, whenReachable } from '../../api/when-reachable.ts'
import { reloadAsAsked, reloadKeepingInput } from '../../forms/kept-over-reload.ts'
import * as uiMessages from '../../ui/messages.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import * as messages from './messages.ts'
import classes from './part-failure.module.css'

type PartFailureProps = {
  error: unknown
  /** Replaces the message; the page is then never reloaded for the part. */
  instead: ReactNode | undefined
  /** The title of the page, if the part is all of it. */
  title: string | undefined
  /** Replaces the message while there is no connection. */
  whenOffline: ReactNode
  /** Closes the part, which opens over the page. */
  onClose: (() => void) | undefined
  /** Whether it then opens when Redial can be reached again. Otherwise it closes. */
  reopens: boolean | undefined
  /** Resolves after the retry. */
  onRetry: () => Promise<void>
}

type LazyPart<Props extends object> = {
  (props: Props): ReactNode
  /** Loads it in advance. Never rejects. */
  preload: () => Promise<void>
}

type LazyPartOptions<Props> = {
  /** Replaces the part if it can't be loaded. Without it, an error is shown. */
  instead?: ComponentType<Props>
  /** Of a whole page, which keeps its title if it can't be loaded. */
  title?: string
  /** What replaces the part while there is no connection. Without it, or for null, an error is shown. */
  whenOffline?: (props: Props) => ReactNode
  /** Of a part that opens over the page, where its error is shown until it is closed. */
  overPage?: {
    onClose: (props: Props) => void
    /** Whether the part is open, if it is rendered while it is not. */
    isOpen?: (props: Props) => boolean
    /**
     * Whether it opens by itself when the connection is back, because the URL names it. Nobody expects a
     * question or a menu by then, so these close.
     */
    reopens?: boolean
  }
}

/**
 * A component that is loaded when it is first shown. If that fails, it says why and retries when
 * the connection is back. After a new deployment the page reloads once. The rest of the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { instead, whenOffline, title, overPage }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null
  let failure: unknown = null
  let loading: Promise<void> | null = null

  const loadStyled = async () => {
    await reloadFailedStyles()
    return load()
  }
  const preload = () => {
    loading ??= loadModule(loadStyled)
      .then(
        loaded => {
          part = loaded
        },
        (error: unknown) => {
          failure = error
        },
      )
      .finally(() => {
        loading = null
      })
    return loading
  }

  function Part(props: Props) {
    const [, setRound] = useState(0)
    const retry = useCallback(async () => {
      await preload()
      setRound(round => round + 1)
    }, [])
    // Opening it again retries.
    useEffect(
      () => () => {
        failure = null
      },
      [],
    )
    if (part === null && overPage?.isOpen?.(props) === false) {
      failure = null
      return null
    }
    if (part === null && failure === null) use(preload())
    if (part !== null) return createElement(part, props)
    return (
      <PartFailure
        error={failure}
        instead={instead && createElement(instead, props)}
        title={title}
        whenOffline={whenOffline?.(props)}
        onClose={overPage && (() => overPage.onClose(props))}
        reopens={overPage?.reopens}
        onRetry={retry}
      />
    )
  }
  return Object.assign(Part, { preload })
}

/** For `instead`: renders nothing. */
export function Nothing() {
  return null
}

/** Shown instead of a part of the page that could not be loaded. */
function PartFailure(props: PartFailureProps) {
  const { error, instead, whenOffline, title, onClose, reopens, onRetry } = props
  const [isRetrying, setIsRetrying] = useState(false)
  const isOutdated = error instanceof ApiError && error.kind === 'outdated'
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  const isOptional = instead !== undefined
  const retry = () => {
    setIsRetrying(true)
    void onRetry().finally(() => setIsRetrying(false))
  }

  useRetryWhenReachable(error, reopens ? onRetry : (onClose ?? onRetry))
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose?.()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    if (isOutdated && !isOptional) reloadKeepingInput()
  }, [isOutdated, isOptional])

  if (isOptional) return instead
  if (whenOffline != null && isOffline) return whenOffline
  return (
    <div
      className={onClose && classes.overPage}
      // The notice above the page would say the same (offline-notice.module.css).
      data-unreachable={(title !== undefined && isOffline) || undefined}
    >
      {title !== undefined && <PageHeader title={title} />}
      <ErrorState
        {...describeError(error)}
        onRetry={isOutdated ? undefined : retry}
        isRetrying={isRetrying}
      >
        {isOutdated && <PlainButton onClick={reloadAsAsked}>{messages.reloadPage}</PlainButton>}
        {onClose && <PlainButton onClick={onClose}>{uiMessages.close}</PlainButton>}
      </ErrorState>
    </div>
  )
}

/** Retries automatically when Redial can be reached again. */
export function useRetryWhenReachable(error: unknown, retry: () => void): void {
  const isOffline = error instanceof ApiError && error.kind === 'offline'
  const onReachable = useEffectEvent(retry)
  // Another error of the same kind needs another wait.
  useEffect(() => {
    if (isOffline && error !== null) return whenReachable(() => onReachable())
  }, [isOffline, error])
}
