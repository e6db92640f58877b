/** The functions that allocate memory in an instance of WebAssembly. Pointers are numbers. */
export interface Allocator {
  _malloc(size: number): number
  _free(pointer: number): void
}

/** The memory of SQLite: what it returns is read from it, and what it is passed is written to it. */
export function createMemory(allocator: Allocator, memory: { readonly buffer: ArrayBuffer }) {
  let view = Buffer.from(memory.buffer)
  let room = 65_536
  let scratch = allocator._malloc(room)

  /** All of it. When it has grown, it is another buffer, and the former one is empty. */
  function bytes(): Buffer {
    if (view.length === 0) view = Buffer.from(memory.buffer)
    return view
  }

  function reserve(length: number): number {
    if (length > room) {
      allocator._free(scratch)
      room = length
      scratch = allocator._malloc(room)
    }
    return scratch
  }

  const textAt = (pointer: number, length: number): string =>
    bytes().toString('utf8', pointer, pointer + length)

  return {
    pointerAt: (pointer: number): number => bytes().readUInt32LE(pointer),
    /** A text of this length in bytes. */
    textAt,
    /** A text that ends with a zero. */
    endedTextAt: (pointer: number): string => textAt(pointer, bytes().indexOf(0, pointer) - pointer),
    /** A copy of bytes. */
    bytesAt: (pointer: number, length: number): Uint8Array =>
      Uint8Array.from(bytes().subarray(pointer, pointer + length)),
    /** Where the text or bytes are that were passed last. */
    passed: (): number => scratch,
    /** Writes a text with a zero after it, and returns its length in bytes. */
    passText(text: string): number {
      const start = reserve(text.length * 3 + 1)
      const length = bytes().write(text, start, 'utf8')
      bytes()[start + length] = 0
      return length
    },
    passBytes(value: Uint8Array): void {
      const start = reserve(value.length)
      bytes().set(value, start)
    },
  }
}
