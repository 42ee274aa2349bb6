import { CommandError } from "../command-error.ts";

/** @throws CommandError when the sum does not fit 64 bits */
export function addIntegers(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  const sum = BigInt(a) + BigInt(b);
  if (BigInt.asIntN(64, sum) !== sum)
    throw new CommandError("ERR increment or decrement would overflow");
  return sum;
}
