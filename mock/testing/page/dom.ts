/*
 * What the page uses of the DOM: the repository is compiled without its types, so that nothing else leans on it.
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
