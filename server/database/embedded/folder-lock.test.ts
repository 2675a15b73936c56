import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { FolderInUse, FolderUnusable, lockFolder } from './folder-lock.ts'

const above = testFolder()

test('only one holder has the folder, whichever path it uses, until it releases the lock', () => {
  const folder = join(above, 'made/by the lock')
  const unlock = lockFolder(folder)
  symlinkSync(folder, join(above, 'link'))
  for (const path of [folder, join(above, 'link'), join(above, 'made/../made/by the lock')]) {
    expect(() => lockFolder(path)).toThrow(FolderInUse)
  }
  unlock()
  lockFolder(join(above, 'link'))()
})

test('another user can neither enter the folder nor take its lock', () => {
  const folder = join(above, 'private')
  lockFolder(folder)()
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'lock')).mode & 0o077).toBe(0)
})

test('a folder that cannot be locked is unusable, whatever its name', () => {
  const file = join(above, 'locked.txt')
  writeFileSync(file, '')
  const folder = join(above, 'odd')
  mkdirSync(join(folder, 'lock'), { recursive: true })
  symlinkSync(join(above, 'nowhere/at all'), join(above, 'dangling'))
  for (const path of [file, join(file, 'below'), folder, join(above, 'dangling')]) {
    expect(() => lockFolder(path)).toThrow(FolderUnusable)
  }
})
