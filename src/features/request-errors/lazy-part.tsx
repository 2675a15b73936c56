import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { loadModule } from '../../api/load-module.ts'
import { PartFailure } from './part-failure.tsx'

type LazyPart<Props extends object> = {
  (props: Props): ReactNode
  /** Loads it before it is shown. Never rejects. */
  preload: () => Promise<void>
}

type LazyPartOptions<Props> = {
  /** Takes its place where it can't be loaded. Without one, the part says so itself. */
  instead?: ComponentType<Props>
  /** It opens over the page, and so says there that it can't be loaded. */
  isOverPage?: boolean
}

/**
 * A component that is loaded when it is shown first. Where that fails it says why, and appears by
 * itself once the connection is back; after a new deployment the page loads again once. The rest of
 * the page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { instead, isOverPage = false }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null
  let failure: unknown = null
  let loading: Promise<void> | null = null

  const preload = () => {
    loading ??= loadModule(load)
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
    // Whoever opens it again tries again.
    useEffect(
      () => () => {
        failure = null
      },
      [],
    )
    if (part === null && failure === null) use(preload())
    if (part !== null) return createElement(part, props)
    return (
      <PartFailure
        error={failure}
        instead={instead && createElement(instead, props)}
        isOverPage={isOverPage}
        onRetry={retry}
      />
    )
  }
  return Object.assign(Part, { preload })
}

/** For `instead`: the page does without the part. */
export function Nothing() {
  return null
}
