import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestReceiver } from './peers/test-receiver.ts'
import { folderOfTest } from './test-folder.ts'

const DEPLOYED = { PORT: '0', SESSION_SECRET: 'a secret for tests, of enough characters' }

/** Settings for this test of a Redial on a database, which may send to this receiver. */
export function settingsOn(
  { url: DATABASE_URL }: { url: string },
  receiver?: Pick<TestReceiver, 'ca' | 'exception'>,
) {
  const DATA_DIR = folderOfTest()
  const settings = { ...DEPLOYED, DATA_DIR, DATABASE_URL }
  if (receiver === undefined) return settings
  const RECEIVER_CA_FILE = join(DATA_DIR, 'authorities.pem')
  writeFileSync(RECEIVER_CA_FILE, receiver.ca)
  return { ...settings, RECEIVER_CA_FILE, RECEIVER_EXCEPTIONS: receiver.exception }
}
