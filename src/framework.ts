/*
 * The packages that draw every page. `main.ts` starts them in a task of their own, before the pages. If both
 * started in one task, a click would wait for both.
 */
import './before-all.ts'
import '@tanstack/react-query'
import '@tanstack/react-router'
import 'react-dom/client'
