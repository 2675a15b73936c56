import './before-all.ts'

import { setNonce } from 'get-nonce'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { readDocumentData } from './api/first-answers.ts'
import { App } from './app.tsx'
import { sessionQuery } from './features/session/session-query.ts'
import { queryClient, router } from './router.tsx'

// Not there in a browser that is too old: index.html says so in its place.
const root = document.getElementById('root')

// Styles that are added while the page runs need the nonce that the gateway gave this page.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

if (root !== null) void start(root)

async function start(root: HTMLElement): Promise<void> {
  const data = readDocumentData()
  if (data !== null) queryClient.setQueryData(sessionQuery.queryKey, data.session)
  // The page is first drawn as a whole: until then the document shows its outline.
  await router.load()
  createRoot(root).render(<AppInPlaceOfOutline />)
}

/** Takes the outline away in the frame in which the page itself is there. */
function AppInPlaceOfOutline() {
  useLayoutEffect(() => document.getElementById('outline')?.remove(), [])
  return <App nonce={nonce} />
}
