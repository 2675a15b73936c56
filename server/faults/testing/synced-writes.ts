import { closeSync, constants, openSync, writeSync } from 'node:fs'

export type FileWrite = { file: string; offset: number; data: Buffer }

/** What to trace for `syncedWrites`: strings complete and in hex, and the paths of files. */
export const TRACED_WRITES = ['-y', '-xx', '-s', '2000000', '-e', 'trace=pwrite64,fdatasync,fsync']

/**
 * The writes of a trace that a disk has after a power cut: those whose file was synced later. A disk may
 * have kept others as well, but nobody can rely on that.
 */
export function syncedWrites(trace: string): FileWrite[] {
  const kept: FileWrite[] = []
  const unsynced = new Map<string, FileWrite[]>()
  /** For each process, the writes that its unfinished sync covers. */
  const syncing = new Map<string, FileWrite[]>()
  for (const line of trace.split('\n')) {
    const [, pid = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const write = readWrite(call)
    if (write !== null) {
      unsynced.set(write.file, [...(unsynced.get(write.file) ?? []), write])
      continue
    }
    const file = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(call)?.[1]
    if (file !== undefined) {
      const name = textOf(file)
      const covered = unsynced.get(name) ?? []
      unsynced.delete(name)
      if (call.endsWith('= 0')) kept.push(...covered)
      else syncing.set(pid, covered)
    } else if (/^<\.\.\. f(data)?sync resumed>.*= 0$/.test(call)) {
      kept.push(...(syncing.get(pid) ?? []))
      syncing.delete(pid)
    }
  }
  return kept
}

function readWrite(call: string): FileWrite | null {
  const match = /^pwrite64\(\d+<([^>]*)>, "([^"]*)"(\.\.\.)?, \d+, (\d+)/.exec(call)
  if (match === null) return null
  const [, file = '', data = '', isCut, offset] = match
  if (isCut !== undefined) throw new Error('The trace has only a part of a write')
  return { file: textOf(file), offset: Number(offset), data: bytesOf(data) }
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

/** Some versions of strace write paths in hex as well. */
const textOf = (path: string) => (path.startsWith('\\x') ? bytesOf(path).toString() : path)

/** Makes writes again, on a copy of their files. @param copyOf the path in the copy */
export function repeatWrites(writes: FileWrite[], copyOf: (file: string) => string): void {
  for (const { file, offset, data } of writes) {
    const copy = openSync(copyOf(file), constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      writeSync(copy, data, 0, data.length, offset)
    } finally {
      closeSync(copy)
    }
  }
}
