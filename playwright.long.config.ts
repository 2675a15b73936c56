import { defineConfig } from '@playwright/test'
import settings from './playwright.config.ts'

/* The journeys that take long: `npm run test:long`. */
export default defineConfig(settings, { testMatch: '**/*.long.ts' })
