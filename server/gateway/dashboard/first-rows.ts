import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Session } from '../../../contract/session.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import type { Days } from './first-asks.ts'

/** Written by scripts/dashboard/page-files.ts, from src/features/failed-events/first-rows. */
const FILE = 'pages/draw-first-rows.js'

const Drawing = z.object({
  drawFirstRows: z.custom<(answer: unknown, asked: ListAsked) => unknown>(
    one => typeof one === 'function',
  ),
})

const FirstRows = z
  .object({ markup: z.string(), layoutKey: z.string(), usualLayout: z.string() })
  .nullable()

/** As the build's `drawFirstRows` expects it. */
export type ListAsked = {
  list: FailedEventList
  days: Days
  /** The query of the page's address. */
  query: string
  session: Session
  row: string
}

/**
 * The first rows of a list in an element of its document, from which index.html puts them into the outline; an empty
 * text if they can't be drawn, and the page then draws them itself.
 *
 * @param text the service's answer
 */
export type DrawFirstRows = (text: string, asked: ListAsked) => string

/** Loads the code of the build that draws rows. */
export async function loadFirstRows(folder: string): Promise<DrawFirstRows> {
  const file = join(folder, FILE)
  if (!existsSync(file)) return () => ''
  const module: unknown = await import(pathToFileURL(file).href)
  const { drawFirstRows } = Drawing.parse(module)
  return (text, asked) => {
    try {
      const rows = FirstRows.parse(drawFirstRows(JSON.parse(text), asked))
      if (rows === null) return ''
      const { markup, layoutKey, usualLayout } = rows
      return `<template id="first-rows" data-layout-key="${escapeHtml(layoutKey)}" data-usual-layout="${escapeHtml(usualLayout)}">${markup}</template>`
    } catch {
      // The page explains an answer that it can't read.
      return ''
    }
  }
}
