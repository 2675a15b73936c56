import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Both in PEM. */
export type Certificate = { cert: string; key: string }

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * A certificate of the demo's receivers. It is kept in `folder`, so that a sender in another process can
 * keep trusting it, and because making one takes a tenth of a start. It is renewed in its last week.
 *
 * @param name of its files, without their endings
 */
export async function keepCertificate(
  folder: string,
  name: string,
  commonName: string,
  now: Date,
): Promise<Certificate> {
  const certFile = join(folder, `${name}.crt`)
  const keyFile = join(folder, `${name}.key`)
  const kept = await readPair(certFile, keyFile)
  if (kept !== null && isGood(kept, now)) return kept

  const made = await makeCertificate(commonName, now)
  await writePrivateFile(keyFile, made.key)
  await writeFile(certFile, made.cert)
  return made
}

/** A self-signed certificate for localhost that is valid for a year. */
export async function makeCertificate(commonName: string, now: Date): Promise<Certificate> {
  // Not needed if both certificates are kept, and slow to load.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - WEEK_MS),
    notAfterDate: new Date(now.getTime() + 52 * WEEK_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}

async function readPair(certFile: string, keyFile: string): Promise<Certificate | null> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    return { cert, key }
  } catch {
    return null
  }
}

function isGood({ cert, key }: Certificate, now: Date): boolean {
  try {
    const certificate = new X509Certificate(cert)
    const outlivesTheWeek = certificate.validToDate.getTime() - now.getTime() > WEEK_MS
    return outlivesTheWeek && certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** Writes a file that only this user may read. An existing file would keep its mode. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, text, { mode: 0o600 })
}
