import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import './mantine.css'
import './theme.css'
import './print.css'
import { queryClient, router } from './router.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

/** @param nonce for styles that are added while the page runs (Content-Security-Policy) */
export function App({ nonce }: { nonce: string }) {
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
