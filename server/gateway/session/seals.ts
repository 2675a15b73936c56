import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What a text is sealed for. `salt` is part of the key: whoever has the secret and the database, but
 * not the cookie that is the salt, can't open the text.
 */
export type SealPurpose = { purpose: 'session' | 'sign-in code' | 'account key'; salt: string }

/** Seals texts with SESSION_SECRET, and opens those that an earlier secret sealed. */
export class Seals {
  readonly #secrets: [string, ...string[]]

  /**
   * @param secret seals, and opens
   * @param previous open alone: SESSION_SECRET as it was before
   */
  constructor(secret: string, previous: string[] = []) {
    this.#secrets = [secret, ...previous]
  }

  seal(text: string, purpose: SealPurpose): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, keyFor(this.#secrets[0], purpose), nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** The text, and whether an earlier secret sealed it; null where none of the secrets opens it. */
  open(sealed: Buffer, purpose: SealPurpose): { text: string; isOld: boolean } | null {
    for (const [place, secret] of this.#secrets.entries()) {
      const text = openWith(keyFor(secret, purpose), sealed)
      if (text !== null) return { text, isOld: place > 0 }
    }
    return null
  }
}

function keyFor(secret: string, { purpose, salt }: SealPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `redial ${purpose}`, 32))
}

function openWith(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
