import { readFileSync } from 'node:fs'
import { FieldFile } from '../../contract/service-fields.ts'

/** The fields of a service that a file of FIELD_MAP names; null if it names none that can be read. */
export function readFieldFile(file: string): FieldFile | null {
  try {
    const fields = FieldFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.keys(fields).length === 0 ? null : fields
  } catch {
    return null
  }
}
