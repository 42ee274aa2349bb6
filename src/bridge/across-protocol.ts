import type { BridgeCall } from "../calldata/bridge-call.ts";
import type { Protocol } from "../kinds/protocol.ts";

export const acrossProtocol: Protocol<BridgeCall> = {
  id: "across",
  chains: "all",
  calls: { bridge: { selectors: ["0x770d096f"], sender: "agent" } }, // depositV3((...))
  load: async () => (await import("./across-code.ts")).acrossCode,
};
