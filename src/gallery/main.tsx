import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../mantine.css'
import '../theme.css'
import { cssVariablesResolver, theme } from '../theme.ts'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element for the gallery')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={new QueryClient()}>
        <Gallery />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
