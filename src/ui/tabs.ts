/** Element id of the panel of a tab. `name` is the `name` of its Tabs. */
export function panelId(id: string, name = 'tabs'): string {
  return `${name}-panel-${id}`;
}

/** Element id of a tab; the panel points back to it with `aria-labelledby`. */
export function tabId(id: string, name = 'tabs'): string {
  return `${name}-tab-${id}`;
}
