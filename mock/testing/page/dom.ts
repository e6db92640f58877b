/*
 * The parts of the DOM that the page uses: the repository is compiled without DOM types, so that nothing else uses the DOM.
 */

export interface Element {
  textContent: string
  replaceChildren(...children: Element[]): void
  addEventListener(event: 'submit', listener: (event: { preventDefault(): void }) => void): void
}

export interface Input extends Element {
  value: string
}

export const { document, location } = globalThis as unknown as {
  document: { createElement(name: string): Element; querySelector<E extends Element>(selector: string): E }
  location: { search: string }
}
