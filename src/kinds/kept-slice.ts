import type { DebugCall } from "../../schemas/debug-call.ts";
import type { SliceEnd } from "../../schemas/slice-end.ts";
import type { SliceRefusal } from "../../schemas/slice-refusal.ts";
import type { Details } from "../lib/verdict.ts";

/** `refusal.details` as they were refused with: the store cuts them. */
export type KeptSlice = {
  number: number;
  end: SliceEnd;
  refusal?: (Omit<SliceRefusal, "details"> & { details?: Details | undefined }) | undefined;
  /** What was about to be called, where anything is known of it. */
  call?: DebugCall | undefined;
};
