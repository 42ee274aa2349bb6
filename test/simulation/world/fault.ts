import { LIES } from "./lie-of-node.ts";

/** What can go wrong at one await point of a running activity. */
export const FAULT_KINDS = {
  redis: [
    "fails",
    "answer lost",
    "sent twice",
    "arrives late",
    "slow",
    "crash before",
    "crash after",
  ],
  rpc: [
    "unreachable",
    "partly unreachable",
    "stale",
    ...LIES,
    "slow",
    "crash before",
    "crash after",
  ],
  send: [
    "refused",
    "answer lost",
    "not passed on",
    "arrives late",
    "slow",
    "crash before",
    "crash after",
  ],
  venue: [
    "unreachable",
    "no route",
    "price",
    "recipient",
    "amount",
    "token",
    "garbage",
    "slow",
    "crash before",
    "crash after",
  ],
  messenger: [
    "unreachable",
    "answer lost",
    "asks to wait",
    "refuses the text",
    "crash before",
    "crash after",
  ],
  queue: ["unreachable", "half queued", "answer lost", "crash before", "crash after"],
  sleep: ["crash before"],
} as const;

export type PortName = keyof typeof FAULT_KINDS;
export type Fault = {
  port: PortName | "any";
  /** Of this activity's calls of that port (or of all ports), counted from 0. */
  nth: number;
  kind: string;
  /** Blocks that a stale node lags, or seconds that a slow answer takes. */
  amount: number;
};
