import type { Failure } from "./simulate-chunk.ts";

/** How one failing history is seen again, and what it was. */
export const replayCommand = ({ seed, path, history, violations }: Failure): string =>
  [
    `replay: npm run simulate -- --seed ${seed} --path ${path}`,
    ...violations.map((text) => `  violated: ${text}`),
    JSON.stringify(history),
  ].join("\n");
