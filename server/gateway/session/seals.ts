import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The purpose of a sealed text. `salt` is part of the key: somebody with the secret and the database,
 * but without the cookie that is the salt, can't open the text.
 */
export type SealPurpose = {
  purpose:
    | 'session'
    | 'sign-in code'
    | 'account key'
    | 'standing order'
    | 'watch'
    | 'notice webhook'
    | 'notice link'
  salt: string
}

/** Encrypts texts with SESSION_SECRET, and decrypts texts of an earlier secret. */
export class Seals {
  readonly #secrets: [string, ...string[]]

  /**
   * @param secret encrypts and decrypts
   * @param previous only decrypt: earlier values of SESSION_SECRET
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

  /** The text, and whether an earlier secret sealed it; null if none of the secrets opens it. */
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
