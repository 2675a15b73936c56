import { jsonNodes } from '../ui/json/json-nodes.ts'
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
    <Example name="Payload">
      <JsonView title="Payload" nodes={NODES} fileName="payload.json" />
    </Example>
  )
}
