import { gmxScale } from "./gmx-scale.ts";

type Bounds = { min: bigint; max: bigint };

/** A long is opened and a short closed at no more, the other two at no less. */
export const acceptablePrice = (
  { min, max }: Bounds,
  { isLong, isIncrease, slippageBps }: { isLong: boolean; isIncrease: boolean; slippageBps: number },
): bigint => (isLong === isIncrease ? gmxScale.shifted(max, slippageBps) : gmxScale.shifted(min, -slippageBps));
