import type { StakingCall } from "../calldata/staking-call.ts";
import type { Protocol } from "../kinds/protocol.ts";

/** The vault's own stake. */
export const stakingProtocol: Protocol<StakingCall> = {
  id: "staking",
  chains: "all",
  calls: {
    stake: { selectors: ["0xa694fc3a"], sender: "agent" }, // stake(uint256)
    undelegateStake: { selectors: ["0x4aace835"], sender: "agent" }, // undelegateStake(uint256)
    unstake: { selectors: ["0x2e17de78"], sender: "agent" }, // unstake(uint256)
    // withdrawDelegatorRewards()
    claimStakingRewards: { selectors: ["0xb880660b"], sender: "agent" },
  },
  load: async () => (await import("./staking-code.ts")).stakingCode,
};
