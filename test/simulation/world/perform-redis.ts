import { AppError } from "../../../src/errors.ts";
import type { Fault } from "./fault.ts";
import type { Activity } from "./scheduler.ts";

type Call = {
  activity: Activity;
  fault: Fault | undefined;
  /** The command's effect, and its answer. */
  run(): Promise<unknown>;
  answer(work: Promise<unknown>): void;
  later(ms: number, perform: () => void, survives: boolean): void;
};

const lost = (): AppError =>
  new AppError("store_unavailable", "The service's storage did not answer; try again.");

/**
 * One command of the store under one fault (or none): what happens there, and what its caller
 * hears.
 */
export function performRedis({ activity, fault, run, answer, later }: Call): void {
  switch (fault?.kind) {
    case "fails":
      answer(Promise.reject(lost()));
      return;
    case "answer lost":
      answer(run().then(() => Promise.reject(lost())));
      return;
    case "sent twice": {
      const first = run();
      later(50, () => answer(first.then(run)), false);
      return;
    }
    case "arrives late":
      answer(Promise.reject(lost()));
      later(fault.amount * 1_000, () => void run(), true);
      return;
    case "slow": {
      const done = run();
      later(fault.amount * 1_000, () => answer(done), false);
      return;
    }
    case "crash before":
      activity.dead = true;
      return;
    case "crash after":
      void run();
      activity.dead = true;
      return;
    default:
      answer(run());
      return;
  }
}
