/** What can float above any screen; an empty text for nothing. */
export type Overlay = 'palette' | 'help' | 'share' | 'address' | '';
