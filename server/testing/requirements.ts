import { spawnSync } from 'node:child_process'

/**
 * Whether the machine has what a test needs. If not, the test is skipped; with REQUIRE_ALL_TOOLS=1, as before
 * a release, it fails.
 */
export function hasMet(isMet: boolean, requirement: string): boolean {
  if (!isMet && process.env.REQUIRE_ALL_TOOLS === '1') {
    throw new Error(`${requirement}. scripts/install-tools.sh installs what the tests run.`)
  }
  return isMet
}

/** Whether a program can be run, which scripts/install-tools.sh installs. */
export function hasTool(name: string, word = '--version'): boolean {
  return hasMet(spawnSync(name, [word]).error === undefined, `${name} is not installed`)
}

export function isRoot(): boolean {
  return hasMet(process.getuid?.() === 0, 'Only root can run this test')
}
