import type { Address } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeStakingCall, type StakingCall } from "../calldata/staking-call.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import { UNPRICED_EXIT } from "../kinds/unpriced-exit.ts";
import { allow } from "../lib/verdict.ts";

/** The adapter stakes for the vault alone, with its own pool. */
const staking: Pick<CallRule, "movesAssets" | "recipients"> = {
  movesAssets: true,
  recipients: () => [],
};
const wayOut: CallRule = {
  ...staking,
  lowersRisk: () => true,
  limited: () => null,
  check: async () => allow({ beside: { exit: UNPRICED_EXIT } }),
};

/** No token: it has no price, so its use is refused. */
const UNKNOWN: Address = "0xffffffffffffffffffffffffffffffffffffffff";

/** Only `stake` gives something away. */
export const stakingCode: ProtocolCode<StakingCall> = {
  decode: boundedDecode(decodeStakingCall),
  rules: {
    stake: {
      ...staking,
      limited: ({ amountBase }, { tokens }) => ({
        venue: "staking",
        gives: [
          { token: tokens.find(({ symbol }) => symbol === "GRG")?.address ?? UNKNOWN, amountBase },
        ],
        buys: [],
      }),
    },
    undelegateStake: wayOut,
    unstake: wayOut,
    claimStakingRewards: wayOut,
  },
};
