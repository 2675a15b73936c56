import { setNonce } from 'get-nonce'
import { startTransition, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { readDocumentData } from './api/first-answers.ts'
import { App } from './app.tsx'
import { sessionQuery } from './features/session/session-query.ts'
import { reloadAfterFailedLoads } from './forms/reload.ts'
import { queryClient, router } from './router.tsx'
import { applyStyleSheets } from './style-sheets.ts'

// The element is missing in browsers that are too old, because index.html shows a message instead.
const root = document.getElementById('root')

// Styles that are added later need the nonce of this page, which the gateway created.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

if (root !== null) void start(root)

async function start(root: HTMLElement): Promise<void> {
  reloadAfterFailedLoads()
  const data = readDocumentData()
  if (data !== null) queryClient.setQueryData(sessionQuery.queryKey, data.session)
  // The page is first drawn as a whole: until then the document shows its outline.
  await router.load()
  // In parts, between which the browser can handle a click.
  startTransition(() => createRoot(root).render(<AppInPlaceOfOutline />))
}

/** Takes the outline away in the frame in which the page itself is there. */
function AppInPlaceOfOutline() {
  // Before the layout effects of the page, which may measure it.
  useInsertionEffect(applyStyleSheets, [])
  useLayoutEffect(() => document.getElementById('outline')?.remove(), [])
  return <App nonce={nonce} />
}
