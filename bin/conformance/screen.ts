/** How wide a stream is, and whether it takes colours; plain and 100 wide where it is no terminal. */
export function screenOf(stream: NodeJS.WriteStream): { width: number; colour: boolean } {
  const isTerminal = stream.isTTY === true
  return {
    width: isTerminal ? Math.min(Math.max(stream.columns, 30), 110) : 100,
    colour: isTerminal && !process.env.NO_COLOR,
  }
}
