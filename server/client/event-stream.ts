import type { ControlEvent } from './control-types.js'

/** Reads the events of a stream, in the format of Server-Sent Events. Leaving the loop ends the connection. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ControlEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The event of a block of lines; none if it has only comments or the like. */
function eventOf(block: string): ControlEvent | undefined {
  const fields = new Map(
    block.split('\n').map(line => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const [id, type, data] = ['id', 'event', 'data'].map(name => fields.get(name))
  if (id === undefined || data === undefined) return undefined
  return { id, type, data: JSON.parse(data) } as ControlEvent
}
