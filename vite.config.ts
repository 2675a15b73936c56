import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the development server passes on to a gateway that runs beside it. */
const GATEWAY = 'http://127.0.0.1:4400'
const PASSED_ON = ['/v1', '/v2', '/gateway', '/docs', '/openapi.json']

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
  ],
  // The gateway fills this in for each request (Content-Security-Policy).
  html: { cspNonce: '%CSP_NONCE%' },
  build: { target: 'es2024', sourcemap: false },
  server: {
    proxy: Object.fromEntries(PASSED_ON.map(path => [path, { target: GATEWAY }])),
  },
})
