import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.ts'

/** Ways to install a Chromium, the least intrusive first. The first one that works is enough. */
const WAYS = [
  ['npx playwright install chromium'],
  ['apt-get update', 'apt-get install --yes chromium-headless-shell'],
  ['apt-get install --yes chromium'],
  ['dnf install --assumeyes chromium'],
  ['apk add chromium'],
  ['pacman --sync --noconfirm chromium'],
]

for (const way of WAYS) {
  if (findChromium() !== null) break
  for (const command of way) {
    const [program = '', ...words] = command.split(' ')
    console.log(`No Chromium found; trying: ${command}`)
    if (spawnSync(program, words, { stdio: 'inherit' }).status !== 0) break
  }
}
const browser = findChromium()
if (browser === null) {
  console.error(
    'The browser tests need a Chromium. Install chromium or google-chrome and try again.',
  )
  process.exit(1)
}
console.log(`Browser: ${browser}`)
