import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { reloadFailedStyles } from '../../api/failed-styles.ts'
import { loadModule } from '../../api/load-module.ts'
import { PartFailure } from './part-failure.tsx'

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
