import { jsonNodes } from '../ui/json/json-nodes.ts'
import { JsonRaw } from '../ui/json/json-raw.tsx'
import { JsonView } from '../ui/json/json-view.tsx'
import { Example, LONG_TEXT } from './example.tsx'

const PAYLOAD = JSON.stringify({
  id: 1_284,
  caller: { name: 'Thandi', phone_number: '27820000001' },
  answered: false,
  tags: ['vip', 'callback'],
  note: LONG_TEXT,
  duration: null,
})

const NODES = jsonNodes(PAYLOAD)

export function JsonExamples() {
  return (
    <>
      <Example name="Payload">
        <JsonView title="Payload" nodes={NODES} fileName="payload.json" />
      </Example>
      <Example name="Text that is not JSON">
        <JsonRaw text={'{"id": 1284, "caller": '} />
      </Example>
      <Example name="A text that is too long to show at once">
        <JsonRaw text={'a long answer '.repeat(20_000)} />
      </Example>
    </>
  )
}
