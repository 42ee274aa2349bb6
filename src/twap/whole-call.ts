import type { DebugCall } from "../../schemas/debug-call.ts";
import type { PartialCall } from "../kinds/slice-outcome.ts";

/** A call with its unknown parts named as such. */
export const wholeCall = (call: PartialCall = {}): DebugCall => ({
  to: call.to ?? null,
  from: call.from ?? null,
  value: call.value ?? null,
  data: call.data ?? null,
});
