import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FieldMap } from '../../../contract/fields/field-map.ts'
import { FieldFile } from '../../../contract/fields/service-fields.ts'
import { describeError } from '../../api/error-messages.ts'
import { saveText } from '../../ui/download/save-text.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './field-settings.module.css'
import * as messages from './messages.ts'
import { useSaveFields } from './use-field-changes.ts'

type FieldFileButtonsProps = { list: FailedEventList; map: FieldMap }

/** Far more than any field map needs. */
const MAX_BYTES = 100_000

/** Exports the fields as a file for FIELD_MAP, and imports such a file. */
export function FieldFileButtons({ list, map }: FieldFileButtonsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: save, isPending } = useSaveFields(list)
  const onFile = async (file: File | null) => {
    if (file === null) return
    const read = file.size > MAX_BYTES ? undefined : fieldFile(await file.text())?.[list]
    if (read === undefined) {
      setProblem(messages.noFieldsInFile(file.name))
      return
    }
    setProblem(null)
    await save(read).catch((error: unknown) => {
      const { title, message } = describeError(error)
      setProblem(`${title}. ${message}`)
    })
  }
  return (
    <>
      <div className={classes.files}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveText(fileText(list, map), 'redial-fields.json', 'application/json')}
        >
          {messages.exportFields}
        </Button>
        <FileButton accept="application/json,.json" onChange={file => void onFile(file)}>
          {props => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={isPending}
              leftSection={<IconUpload size={14} aria-hidden />}
            >
              {messages.importFields}
            </Button>
          )}
        </FileButton>
      </div>
      {problem && (
        <div className={classes.problem}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </>
  )
}

function fileText(list: FailedEventList, map: FieldMap): string {
  return `${JSON.stringify({ [list]: map } satisfies FieldFile, null, 2)}\n`
}

function fieldFile(text: string): FieldFile | undefined {
  try {
    return FieldFile.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
