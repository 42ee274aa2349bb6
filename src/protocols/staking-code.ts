import type { Address } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeStakingCall, type StakingCall } from "../calldata/staking-call.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";

/** The vault's adapter stakes for the vault alone and with its own pool: no argument names an account. */
const staking: Pick<CallRule, "movesAssets" | "recipients"> = { movesAssets: true, recipients: () => [] };
const wayOut = { ...staking, lowersRisk: () => true, limited: () => null };

/** No token is there: the oracle has no price for it, so what is measured with it is refused. */
const UNKNOWN: Address = "0xffffffffffffffffffffffffffffffffffffffff";

/** What goes in is given away, what comes out is a way out. */
export const stakingCode: ProtocolCode<StakingCall> = {
  decode: boundedDecode(decodeStakingCall),
  rules: {
    stake: {
      ...staking,
      limited: ({ amountBase }, { tokens }) => ({
        venue: "staking",
        gives: [{ token: tokens.find(({ symbol }) => symbol === "GRG")?.address ?? UNKNOWN, amountBase }],
        buys: [],
      }),
    },
    undelegateStake: wayOut,
    unstake: wayOut,
    claimStakingRewards: wayOut,
  },
};
