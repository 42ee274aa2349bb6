import * as z from "zod";

const faultShape = z.strictObject({
  step: z.enum(["verify", "settle"]),
  /**
   * `down`: the line is cut and nothing done. `status`: nothing is done and `status` answered.
   * `slow`: it is done, and answered `delayMs` later. `lost`: it is done (a settle moves the
   * money), and the line is cut.
   */
  mode: z.enum(["down", "status", "slow", "lost"]),
  times: z.int().min(1).default(1),
  status: z.int().min(400).max(599).default(503),
  delayMs: z.int().min(0).default(30_000),
});
export type FacilitatorFault = z.infer<typeof faultShape>;
export type FacilitatorFaultOrder = z.input<typeof faultShape>;

/** The faults that a test has ordered, in order; each is used up by `times` calls of its step. */
export function facilitatorFaults() {
  let plan: FacilitatorFault[] = [];
  return {
    /** @throws ZodError when the order is not understood */
    add: (order: unknown): void => {
      plan.push(faultShape.parse(order));
    },
    next: (step: string): FacilitatorFault | undefined => {
      const fault = plan.find((one) => one.step === step);
      if (fault === undefined) return undefined;
      fault.times -= 1;
      if (fault.times === 0) plan = plan.filter((one) => one !== fault);
      return fault;
    },
    clear: (): void => {
      plan = [];
    },
  };
}
