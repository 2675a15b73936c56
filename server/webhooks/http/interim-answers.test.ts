import { expect, test } from 'vitest'
import { InterimAnswers } from './interim-answers.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const FINAL = `HTTP/1.1 200 OK\r\nx-a: ${CONTINUE}`

const ANSWERS: [answers: string, passed: string][] = [
  [FINAL, FINAL],
  [`${CONTINUE}${FINAL}`, `HTTP/1.1 102 Continue\r\n\r\n${FINAL}`],
  [
    `HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n\r\n${CONTINUE}${FINAL}`,
    `HTTP/1.1 102 Continue\r\nx-a: b\r\n\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n${FINAL}`,
  ],
  [
    `HTTP/1.1 103 Early Hints\r\nlink: <100>\r\n\r\n${CONTINUE}HTTP/1.1 500 100\r\n\r\n${CONTINUE}`,
    `HTTP/1.1 103 Early Hints\r\nlink: <100>\r\n\r\nHTTP/1.1 102 Continue\r\n\r\nHTTP/1.1 500 100\r\n\r\n${CONTINUE}`,
  ],
]

test.each(ANSWERS)('%j passes however it is split', (answers, passed) => {
  for (let cut = 0; cut <= answers.length; cut++) {
    const interim = new InterimAnswers()
    for (const _request of [1, 2]) {
      interim.expect()
      const chunks = [answers.slice(0, cut), answers.slice(cut)].map(text => Buffer.from(text))
      for (const chunk of chunks) interim.pass(chunk)
      expect(Buffer.concat(chunks).toString()).toBe(passed)
    }
  }
})
