import type { Address, Hash } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { type DepositLook, type KnownDeposit, lookAtDeposit } from "./look-at-deposit.ts";

/** As both chains know it now. */
export type UnderwayDeposit = KnownDeposit & { kind: "waiting" | "expired" | "refunded"; hash: Hash };
export type Underway = {
  deposits: UnderwayDeposit[];
  /** Deposits there could not be listed, or not all be looked at. */
  unread: ChainId[];
};

/** In the order asked, all at once: two requests, three for those that are late. */
export async function lookAtSent(
  deps: Pick<Deps, "chain" | "env">,
  vault: Address,
  sent: readonly { hash: Hash; source: ChainId }[],
): Promise<Underway> {
  const looks = await Promise.all(
    sent.map(async ({ hash, source }) => ({
      hash,
      from: source,
      ...(await lookAtDeposit(deps, { vault, source, hash })),
    })),
  );
  return {
    deposits: looks.flatMap((look) => (isUnderway(look) ? [look] : [])),
    unread: [...new Set(looks.flatMap(({ from, kind }) => (kind === "unread" ? [from] : [])))],
  };
}

const isUnderway = (look: DepositLook & { hash: Hash }): look is UnderwayDeposit =>
  look.kind === "waiting" || look.kind === "expired" || look.kind === "refunded";
