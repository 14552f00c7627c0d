/**
 * Whether every row is read as a value, as `?lane=off` in the address asks: a way to look at one
 * and the same file with and without the scanner of `workers/lane`.
 */
export function isLaneOff(): boolean {
  // tests of what is behind it have no address
  const search = 'location' in globalThis ? globalThis.location.search : '';
  return new URLSearchParams(search).get('lane') === 'off';
}
