import { useWindowEvent } from '@mantine/hooks'
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { ApiError } from '../../api/api-error.ts'
import { loadModule, whenReachable } from '../../api/connection.ts'
import { describeError } from '../../api/error-messages.ts'
import { hasUnsavedInput, reloadAsAsked, reloadWithoutInput } from '../../forms/reload.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import classes from './part-failure.module.css'

type LazyPart<Props extends object> = {
  (props: Props): ReactNode
  /** Loads it in advance. Never rejects. */
  preload: () => Promise<void>
}

type LazyPartOptions<Props> = {
  /** Replaces the part if it can't be loaded. Without it, or for undefined, an error is shown. */
  instead?: (props: Props, error: ApiError) => ReactNode | undefined
  /** The title of a whole page, which it keeps if it can't be loaded. */
  title?: string
  /** For a part that opens over the page: nothing is shown while it loads, and its error until it is closed. */
  overPage?: {
    onClose: (props: Props) => void
    /** Whether the part is open, if it is rendered while it is not. */
    isOpen?: (props: Props) => boolean
  }
}

/**
 * The default export of a module, a component that is loaded when it is first shown. If it can't be loaded, the rest of the page stays, and the
 * part says why, and the page reloads as soon as that helps (reload.ts).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadPart = async () => {
    const part = await loadModule(load)
    loaded = part.default
    return part
  }
  const LazyComponent = lazy(loadPart)

  function Shown(props: Props) {
    // A part that was loaded before is shown at once: `lazy` would show nothing for some frames.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? LazyComponent)
    return <Chosen {...props} />
  }

  function Part(props: Props) {
    const { overPage, title } = options
    if (loaded === null && overPage?.isOpen?.(props) === false) return null
    const renderFailure = (error: ApiError) => (
      <PartFailure
        error={error}
        instead={error => options.instead?.(props, error)}
        title={title}
        onClose={overPage && (() => overPage.onClose(props))}
      />
    )
    const part = <Shown {...props} />
    return (
      <LoadFailureBoundary renderFailure={renderFailure}>
        {overPage ? <Suspense>{part}</Suspense> : part}
      </LoadFailureBoundary>
    )
  }
  const preload = () =>
    loadPart().then(
      () => {},
      () => {},
    )
  return Object.assign(Part, { preload })
}

type LoadFailureBoundaryProps = {
  renderFailure: (error: ApiError) => ReactNode
  children: ReactNode
}

/** Passes on all errors but those of `loadModule`. */
class LoadFailureBoundary extends Component<LoadFailureBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error }: { error: unknown } = this.state
    if (error === null) return this.props.children
    if (error instanceof ApiError) return this.props.renderFailure(error)
    throw error
  }
}

type PartFailureProps = {
  error: ApiError
  instead: (error: ApiError) => ReactNode | undefined
  title: string | undefined
  onClose: (() => void) | undefined
}

const BACK_ONLINE = {
  title: 'The connection is back',
  message: 'Part of this page could not be loaded without it. Reload the page.',
}

/** Shown instead of a part of the page that could not be loaded. */
function PartFailure(props: PartFailureProps) {
  const { error, title, onClose } = props
  const [isOffline, setOffline] = useState(error.kind === 'offline')
  const isInputLost = !isOffline && hasUnsavedInput()
  const isBack = error.kind === 'offline' && !isOffline
  const { title: problem, message } = isBack ? BACK_ONLINE : describeError(error)
  const instead = props.instead(isBack ? new ApiError('outdated') : error)
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose?.()
  })
  useEffect(() => {
    if (!isOffline) return
    return whenReachable(() => {
      if (!reloadWithoutInput()) setOffline(false)
    })
  }, [isOffline])
  if (instead !== undefined) return instead
  return (
    <div
      className={onClose && classes.overPage}
      // The notice above the page would say the same (offline-notice.module.css).
      data-unreachable={(title !== undefined && isOffline) || undefined}
    >
      {title !== undefined && <PageHeader title={title} />}
      <ErrorState
        title={problem}
        message={
          isInputLost ? `${message} Reloading discards what you typed or selected.` : message
        }
      >
        <PlainButton onClick={reloadAsAsked}>Reload the page</PlainButton>
        {onClose && <PlainButton onClick={onClose}>Close</PlainButton>}
      </ErrorState>
    </div>
  )
}
