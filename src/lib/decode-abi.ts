import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  type Hex,
} from "viem";

/**
 * Null for unreadable bytes; never throws. viem copies a blob for each offset that points at it, so
 * 128 KiB of calldata can take gigabytes. The layout is walked first, and every byte may be claimed
 * once.
 */
export function decodeAbi<const P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): DecodeAbiParametersReturnType<P> | null {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(data) || !claimsEachByteOnce(parameters, data)) return null;
  try {
    return decodeAbiParameters(parameters, data) as DecodeAbiParametersReturnType<P>;
  } catch {
    return null;
  }
}

function claimsEachByteOnce(parameters: readonly AbiParameter[], data: Hex): boolean {
  const size = (data.length - 2) / 2;
  let unclaimed = size;
  const claim = (bytes: number): boolean => {
    unclaimed -= bytes;
    return unclaimed >= 0;
  };
  const lengthAt = (at: number): number => {
    const word = data.slice(2 + at * 2, 66 + at * 2);
    const value = word.length === 64 ? BigInt(`0x${word}`) : -1n;
    return value >= 0n && value <= BigInt(size) ? Number(value) : Number.NaN;
  };
  const tuple = (components: readonly AbiParameter[], base: number): boolean => {
    let at = base;
    return (
      claim(components.reduce((sum, component) => sum + headBytes(component), 0)) &&
      components.every((component) => {
        const ok = !isDynamic(component) || content(component, base + lengthAt(at));
        at += headBytes(component);
        return ok;
      })
    );
  };
  const content = (parameter: AbiParameter, at: number): boolean => {
    const element = elementOf(parameter);
    if (element === undefined) {
      return isTuple(parameter) ? tuple(parameter.components, at) : claim(32 + lengthAt(at));
    }
    const count = lengthAt(at);
    if (!claim(32) || !claim(count * headBytes(element))) return false;
    if (!isDynamic(element)) return true;
    for (let index = 0; index < count; index++) {
      if (!content(element, at + 32 + lengthAt(at + 32 + index * 32))) return false;
    }
    return true;
  };
  return tuple(parameters, 0);
}

type TupleParameter = AbiParameter & { components: readonly AbiParameter[] };
const isTuple = (parameter: AbiParameter): parameter is TupleParameter =>
  parameter.type === "tuple";

/** Undefined for no array. Fixed-size arrays occur in no call that we read. */
function elementOf(parameter: AbiParameter): AbiParameter | undefined {
  if (!parameter.type.endsWith("[]")) return undefined;
  return { ...parameter, type: parameter.type.slice(0, -2) } as AbiParameter;
}

function isDynamic(parameter: AbiParameter): boolean {
  if (isTuple(parameter)) return parameter.components.some(isDynamic);
  return parameter.type === "bytes" || parameter.type === "string" || parameter.type.endsWith("[]");
}

function headBytes(parameter: AbiParameter): number {
  if (!isTuple(parameter) || isDynamic(parameter)) return 32;
  return parameter.components.reduce((sum, component) => sum + headBytes(component), 0);
}
