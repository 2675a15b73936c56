import './before-all.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { SKELETON_ID } from '../contract/document-data.ts'
import { readDocumentData } from './api/document-data.ts'
import { sessionQuery } from './features/session/session-query.ts'
import { reloadAfterFailedLoads } from './forms/reload.ts'
import './mantine.css'
import './theme.css'
import './print.css'
import { queryClient, router } from './router.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

// Styles that are added later need the nonce of this page, which the gateway created.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

// The element is missing in browsers that are too old, because index.html shows a message instead.
const root = document.getElementById('root')
if (root !== null) queueMicrotask(() => start(root))

async function start(root: HTMLElement): Promise<void> {
  reloadAfterFailedLoads()
  const data = readDocumentData()
  if (data !== null) queryClient.setQueryData(sessionQuery.queryKey, data.session)
  // The page is first drawn as a whole: until then the document shows its skeleton.
  await router.load()
  // In parts, between which the browser can handle a click.
  startTransition(() => createRoot(root).render(<App />))
}

function App() {
  // Takes the skeleton away in the frame in which the page itself is there.
  useLayoutEffect(() => document.getElementById(SKELETON_ID)?.remove(), [])
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
