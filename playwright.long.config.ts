import { defineConfig } from '@playwright/test'
import settings from './playwright.config.ts'

/* Every page in every state, or with every bad answer: `npm run test:long`. */
export default defineConfig(settings, { testMatch: '**/*.long.ts' })
