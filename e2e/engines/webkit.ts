import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../server/database/embedded/free-port.ts'
import { eventually } from '../../server/testing/eventually.ts'
import type { Engine } from './engine.ts'
import type { WebKitPrograms } from './find-engines.ts'

type Evaluated = { value?: unknown; problem?: string }

const KEYS = { Escape: Key.ESCAPE, Enter: Key.ENTER }
const WINDOW = { x: 0, y: 0, width: 1440, height: 1000 }

/** WebKit, Safari's engine: the small browser of WebKitGTK on a display of its own. */
export async function startWebKit({ driver, browser, display }: WebKitPrograms): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'redial-webkit-'))
  const running: ChildProcess[] = []
  const close = async () => {
    await Promise.all(running.map(end))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const screen = await startDisplay(display, running)
    const port = await freePort()
    const env = { ...process.env, ...settingsIn(folder), DISPLAY: screen, GDK_BACKEND: 'x11' }
    running.push(spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    await eventually(() =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const session = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      })
      .build()
    await session.manage().window().setRect(WINDOW)
    return { ...engineOf(session), close: () => session.quit().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

function engineOf(session: WebDriver): Omit<Engine, 'close'> {
  return {
    goto: url => session.get(url),
    evaluate: async expression => {
      const { value, problem } = await session.executeAsyncScript<Evaluated>(`
        const done = arguments[arguments.length - 1]
        new Promise(settle => settle(${expression})).then(
          value => done({ value }),
          error => done({ problem: String(error) }),
        )
      `)
      if (problem != null) throw new Error(problem)
      return value
    },
    click: selector =>
      untilItArrives(session, 'pointerdown', () => session.findElement(By.css(selector)).click()),
    type: text => session.actions().sendKeys(text).perform(),
    press: key =>
      untilItArrives(session, 'keydown', () => session.actions().sendKeys(KEYS[key]).perform()),
    setWidth: async width =>
      void (await session
        .manage()
        .window()
        .setRect({ ...WINDOW, width })),
  }
}

/**
 * Repeats an input that the page has not received. While the machine is busy, the driver sometimes
 * reports an input as done although the page gets no event of it.
 */
async function untilItArrives(
  session: WebDriver,
  kind: 'pointerdown' | 'keydown',
  input: () => Promise<void>,
): Promise<void> {
  await session.executeScript(WATCH, kind)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await input()
    if (await session.executeAsyncScript<boolean>(HAS_ARRIVED)) return
  }
  throw new Error(`The page received no ${kind}`)
}

const MAX_TRIES = 5

const WATCH = `
  window.inputOfTest = new Promise(resolve => {
    addEventListener(arguments[0], () => resolve(true), { capture: true, once: true })
  })
`

/** The event arrives before the driver's answer, or a few frames later on a busy page. */
const HAS_ARRIVED = `
  const done = arguments[arguments.length - 1]
  // Another page has replaced the clicked one.
  if (window.inputOfTest === undefined) done(true)
  else {
    window.inputOfTest.then(done)
    let frames = 60
    const wait = () => (frames-- > 0 ? requestAnimationFrame(wait) : done(false))
    wait()
  }
`

/** Xvfb takes a number that is free, and writes it once it can be drawn on. */
async function startDisplay(program: string, running: ChildProcess[]): Promise<string> {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  running.push(display)
  const [number] = await once(display.stdio[3] as Readable, 'data')
  return `:${String(number).trim()}`
}

/** A separate home folder without animations. The sandbox needs rights that not every machine has. */
function settingsIn(folder: string): Record<string, string> {
  const gtk = join(folder, 'gtk-3.0')
  mkdirSync(gtk)
  writeFileSync(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  return {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    // Without a graphics card, putting layers together takes a quarter of the time.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}
