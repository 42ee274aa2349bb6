import type { Failure } from "./simulate-chunk.ts";

/** How one failing history is seen again, and what it was. */
export const replayCommand = ({
  seed,
  path,
  history,
  violations,
  kind,
}: Failure & { kind?: string | undefined }): string =>
  [
    `replay: npm run simulate -- --seed ${seed} --path ` +
      `${path}${kind === undefined ? "" : ` --kind ${kind}`}`,
    ...violations.map((text) => `  violated: ${text}`),
    JSON.stringify(history),
  ].join("\n");
