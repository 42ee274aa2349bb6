import { type TestProject, ThreadsPoolWorker, type Vitest } from "vitest/node";

type Kept = InstanceType<typeof ThreadsPoolWorker>;
type Options = ConstructorParameters<typeof ThreadsPoolWorker>[0];
type Message = { type?: string };
type Listener = [event: string, callback: (argument: unknown) => void];

/** After so many files a new thread: each leaves a listener in it. */
const MAX_FILES = 100;

/**
 * A vitest plugin: the test files of all mutants run in one thread. A new one for each file of each
 * mutant loads viem and zod anew, which takes longer than the tests. Modules of ours are evaluated
 * anew for every file all the same (`isolate`).
 */
export function keepThread() {
  let kept: Kept | undefined;
  let files = 0;
  const createPoolWorker = (options: Options) => {
    let thread: Kept | undefined;
    const listeners: Listener[] = [];
    return {
      name: "kept",
      on(...listener: Listener) {
        listeners.push(listener);
        thread?.on(...listener);
      },
      off: (...listener: Listener) => thread?.off(...listener),
      send(message: Message) {
        if (message.type !== "stop") return thread?.send(message as never);
        for (const [event, callback] of listeners)
          if (event === "message") callback({ type: "stopped", __vitest_worker_response__: true });
      },
      async start() {
        files += 1;
        if (files % MAX_FILES === 0) {
          await kept?.stop();
          kept = undefined;
        }
        if (kept === undefined) {
          kept = new ThreadsPoolWorker(options);
          await kept.start();
        }
        thread = kept;
      },
      async stop() {
        for (const listener of listeners) thread?.off(...listener);
      },
      deserialize: (data: unknown) => data,
    };
  };
  return {
    name: "keep-thread",
    configureVitest({ vitest, project }: { vitest: Vitest; project: TestProject }) {
      Object.assign(project.config, {
        pool: "kept",
        poolRunner: { name: "kept", createPoolWorker },
      });
      vitest.onClose(() => kept?.stop());
    },
  };
}
