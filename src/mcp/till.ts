import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";

/** This door knows the room of payments no more than that room knows it. */
export type Till = {
  /** x402's gate at the price of a tools/call. */
  pay(raw: RawRequest): Promise<GateAnswer>;
  /** Costs nothing and is counted: for its network, and with "operator" for who has signed, too. */
  free(raw: RawRequest, run: Run, auth: Route["auth"]): Promise<GateAnswer>;
  /** A payment stands in the headers. */
  hasHeader: boolean;
};
