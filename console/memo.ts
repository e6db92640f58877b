import { Component, type ComponentType, type FunctionComponent, h } from 'preact'

/** A component that is rendered again only if one of its properties has changed. */
export function memo<Props extends object>(render: FunctionComponent<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const names = Object.keys(next) as (keyof Props)[]
      return names.some(name => next[name] !== this.props[name as keyof typeof this.props])
    }
    render() {
      return h(render, this.props as Props)
    }
  }
}
