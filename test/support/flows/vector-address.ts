import type { Address } from "viem";
import { vectorFile } from "./vectors.ts";

/** The address behind a role or a token symbol of the vectors. */
export function vectorAddress(name: string): Address {
  const { roles, tokens } = vectorFile.addresses;
  const address = roles[name] ?? tokens[name]?.address;
  if (!address) throw new Error(`the vectors name no ${name}`);
  return address;
}
