export type SubrequestPlan = {
  /** What is neither used nor reserved. */
  left(): number;
  /** Reserved until it ends; undefined, and nothing runs, when they are not there. */
  start<T>(cost: number, work: () => Promise<T>): Promise<T> | undefined;
  /** The same plan for work that must leave so many to what comes after it. */
  keeping(kept: number): SubrequestPlan;
};

/**
 * Starts only what can also be ended: without subrequests in the middle of a slice a broadcast would be left without its outcome. `used`
 * counts requests really made; what runs keeps its whole reserve.
 */
export function createSubrequestPlan(used: () => number, limit: number): SubrequestPlan {
  let reserved = 0;
  const keeping = (kept: number): SubrequestPlan => {
    const left = () => limit - used() - reserved - kept;
    return {
      left,
      start: (cost, work) => {
        if (left() < cost) return undefined;
        reserved += cost;
        return work().finally(() => {
          reserved -= cost;
        });
      },
      keeping: (more) => keeping(kept + more),
    };
  };
  return keeping(0);
}
