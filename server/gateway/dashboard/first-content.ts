import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Session } from '../../../contract/session.ts'
import { escapeHtml } from '../../../contract/text/escape-html.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import type { Days } from './first-asks.ts'

/** Written by scripts/dashboard/page-files.ts, from code of the dashboard. */
const ROWS_FILE = 'pages/draw-first-rows.js'
const CARDS_FILE = 'pages/draw-first-cards.js'

type Draw = (answers: string[], asked: unknown) => unknown
const Draw = z.custom<Draw>(one => typeof one === 'function')

const FirstCards = z
  .object({ markup: z.string(), visitKey: z.string(), visitsApartMs: z.number() })
  .nullable()

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

/** As the build's `drawFirstCards` expects it. */
export type OverviewAsked = {
  query: string
  session: Session
  /** In the service's time zone. */
  today: CalendarDate
}

/**
 * Draws the first data of a page in an element of its document, from which index.html puts it into the outline. Both
 * return an empty text for what they can't draw, and the page then draws it itself.
 */
export type FirstContent = {
  /** The first rows of a list. */
  drawRows: (answers: string[], asked: ListAsked) => string
  /** The counts of Overview. */
  drawCards: (answers: string[], asked: OverviewAsked) => string
}

/** Loads the build's code that draws the first data. */
export async function loadFirstContent(folder: string): Promise<FirstContent> {
  const drawFirstRows = await load(folder, ROWS_FILE, 'drawFirstRows')
  const drawFirstCards = await load(folder, CARDS_FILE, 'drawFirstCards')
  return {
    drawRows(answers, asked) {
      const rows = FirstRows.safeParse(drawFirstRows(answers, asked)).data
      if (!rows) return ''
      const { markup, layoutKey, usualLayout } = rows
      return `<template id="first-rows" data-layout-key="${escapeHtml(layoutKey)}" data-usual-layout="${escapeHtml(usualLayout)}">${markup}</template>`
    },
    drawCards(answers, asked) {
      const cards = FirstCards.safeParse(drawFirstCards(answers, asked)).data
      if (!cards) return ''
      const { markup, visitKey, visitsApartMs } = cards
      return `<template id="first-cards" data-visit-key="${escapeHtml(visitKey)}" data-visits-apart-ms="${visitsApartMs}">${markup}</template>`
    },
  }
}

async function load(folder: string, file: string, name: string): Promise<Draw> {
  const path = join(folder, file)
  if (!existsSync(path)) return () => null
  const module: unknown = await import(pathToFileURL(path).href)
  const draw = z.object({ [name]: Draw }).parse(module)[name]
  return (answers, asked) => {
    try {
      return draw?.(answers, asked)
    } catch {
      // The page explains an answer that it can't read.
      return null
    }
  }
}
