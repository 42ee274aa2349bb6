import type { ChainId } from "../../../schemas/chains.ts";
import type { SpokenField } from "../../tools/spoken-field.ts";
import type { Args, Claim, Of } from "./figures-where.ts";
import { perpClaims } from "./perp-claims.ts";
import { poolClaims } from "./pool-claims.ts";
import type { SaidMessage } from "./said-message.ts";
import { tradeClaims } from "./trade-claims.ts";

const KINDS = { ...tradeClaims, ...poolClaims, ...perpClaims };

/**
 * What one argument of a call needs of the words; undefined for one that is left out and then says
 * nothing.
 */
export function argumentClaim(
  field: SpokenField,
  name: string,
  { args, said, chainId }: { args: Args; said: SaidMessage; chainId: ChainId },
): Claim | undefined {
  if (field.is === "name") return undefined;
  const given = args[name];
  if (given === undefined ? !SPEAKING.has(field.is) : given === false && field.is !== "side")
    return undefined;
  // Safe: the reader is the one of the field's own kind.
  const kind = KINDS[field.is] as (of: Of<SpokenField>) => Claim;
  return kind({
    field,
    value: given === undefined ? "" : String(given).trim(),
    args,
    said,
    chainId,
  });
}
/** Left out, they still say something. */
const SPEAKING: ReadonlySet<SpokenField["is"]> = new Set([
  "chain",
  "exit",
  "choice",
  "venue",
] as const);
