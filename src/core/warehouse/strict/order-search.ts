import type { OrderedPair } from '#core/match/patterns/order-search.ts';

/** Never thrown where no reference has patterns. */
export class TooManyWays extends Error {}

/** No reference is in partial order where none has patterns. */
export function isOrdered(): boolean {
  return false;
}

const never = (_: OrderedPair): never => {
  throw new TooManyWays();
};

/** See the module that this stands in for; none of them is called. */
export {
  never as bestOrder,
  never as editShareInOrder,
  never as isMadeInOrder,
  never as isSameInOrder,
  never as lcsShareInOrder,
};
