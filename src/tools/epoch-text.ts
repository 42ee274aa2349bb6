import { utcMinute } from "../lib/utc-minute.ts";
import type { Stake } from "./read-stake.ts";

/** @example "epoch 3 is over: any account may end it from 2026-12-06 10:00 UTC on" */
export const epochText = ({ epoch, epochEndsAtSec }: Pick<Stake, "epoch" | "epochEndsAtSec">, nowMs: number): string =>
  epochEndsAtSec * 1_000 <= nowMs
    ? `epoch ${epoch} is over since ${utcMinute(epochEndsAtSec * 1_000)} and any account may end it now`
    : `any account may end epoch ${epoch} from ${utcMinute(epochEndsAtSec * 1_000)} on`;
