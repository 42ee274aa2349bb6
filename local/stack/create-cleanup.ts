export type Cleanup = {
  /** What has to end when the stack does; the latest ends first. */
  add(stop: () => Promise<void> | void): void;
  /**
   * Ends everything once, also after failures; later calls wait for the first. @throws
   * AggregateError of what failed
   */
  run(): Promise<void>;
};

/** Collects what was started, so that a start which fails half-way leaves nothing behind either. */
export function createCleanup(): Cleanup {
  const stops: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "parts of the stack did not stop");
  };
  return {
    add: (stop) => {
      stops.push(stop);
    },
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
